import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ModelBadReplyError,
  ModelContextTooLargeError,
  ModelError,
  ModelRateLimitedError,
  ModelRefusedError,
  ModelRejectedError,
  ModelTimeoutError,
  ModelUnauthorisedError,
  ModelUnavailableError,
} from '../../contracts/model-errors.js';
import {
  answersWhole,
  diesAfter,
  errsAfter,
  fails,
  hangs,
  says,
  sends,
  speaks,
  startScriptedModel,
  stopsShort,
  type ScriptedModel,
} from '../../../test/support/scripted-model.js';
import type { CompletionRequest } from '../../ports/language-model.js';
import { createAnthropicModel, type ClosableModel } from './anthropic-model.js';

let server: ScriptedModel;
let model: ClosableModel;
const KEY = 'sk-ant-test-0123456789abcdef';

beforeAll(async () => {
  server = await startScriptedModel();
  model = createAnthropicModel({
    name: 'a-model',
    baseUrl: `${server.url}/v1/`,
    apiKey: KEY,
    contextTokens: 8_192,
    price: { inputUsd: 1, outputUsd: 2 },
  });
});
afterAll(async () => {
  await model?.close();
  await server?.close();
});
afterEach(() => server.reset());

const request = (changed: Partial<CompletionRequest> = {}): CompletionRequest => ({
  purpose: 'draft',
  system: 'Be brief.',
  messages: [{ role: 'user', content: 'Say hello.' }],
  maxTokens: 100,
  timeoutMs: 5_000,
  signal: new AbortController().signal,
  ...changed,
});

async function errorOf(work: Promise<unknown>): Promise<ModelError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ModelError);
  return error as ModelError;
}

describe('a model behind the Messages API', () => {
  it('gives text, stop reason, model and tokens of a streamed reply', async () => {
    server.behaves(speaks('Hello there. '.repeat(20), { inputTokens: 321, outputTokens: 45 }));
    expect(await model.complete(request())).toEqual({
      text: 'Hello there. '.repeat(20),
      stopReason: 'end',
      model: 'scripted-model',
      tokens: { inputTokens: 321, outputTokens: 45 },
    });
  });

  it('sends text alone, with the key, and none of the headers that tell of this machine', async () => {
    server.behaves(speaks('ok'));
    await model.complete(request());
    const { body, headers } = server.requests[0]!;
    expect(JSON.parse(body)).toEqual({
      model: 'a-model',
      max_tokens: 100,
      system: 'Be brief.',
      messages: [{ role: 'user', content: 'Say hello.' }],
      stream: true,
    });
    expect(headers.authorization).toBe(`Bearer ${KEY}`);
    expect(Object.keys(headers).filter((name) => name.startsWith('x-stainless'))).toEqual([]);
  });

  it('needs no key where a base URL is set, and takes none from the environment', async () => {
    const keyless = createAnthropicModel({
      name: 'm',
      baseUrl: server.url,
      contextTokens: 8_192,
      price: { inputUsd: 0, outputUsd: 0 },
    });
    server.behaves(speaks('ok'));
    await keyless.complete(request());
    await keyless.close();
    expect(server.requests[0]!.headers.authorization).toBe('Bearer not-needed');
  });

  it('reads a reply that comes whole, leaves reasoning out, and counts for a server that does not', async () => {
    server.behaves(answersWhole('Hello.'));
    const { text, tokens } = await model.complete(request());
    expect(text).toBe('Hello.');
    expect(tokens.inputTokens).toBeGreaterThan(0);
    expect(tokens.outputTokens).toBeGreaterThan(0);
  });

  it('says when a reply was cut off by its limit', async () => {
    server.behaves(speaks('Hel', { stopReason: 'max_tokens' }));
    expect((await model.complete(request())).stopReason).toBe('max_tokens');
  });

  it.each([
    [401, 'authentication_error', ModelUnauthorisedError, false],
    [403, 'permission_error', ModelUnauthorisedError, false],
    [400, 'invalid_request_error', ModelRejectedError, false],
    [404, 'not_found_error', ModelRejectedError, false],
    [408, 'timeout_error', ModelUnavailableError, true],
    [409, 'conflict_error', ModelUnavailableError, true],
    [413, 'request_too_large', ModelContextTooLargeError, false],
    [429, 'rate_limit_error', ModelRateLimitedError, true],
    [500, 'api_error', ModelUnavailableError, true],
    [503, 'api_error', ModelUnavailableError, true],
    [529, 'overloaded_error', ModelUnavailableError, true],
  ] as const)('tells %i %s by class, after one request', async (status, type, kind, retryable) => {
    server.behaves(fails(status, type, { message: `the key ${KEY} is shown here` }));
    const error = await errorOf(model.complete(request()));
    expect(error).toBeInstanceOf(kind);
    expect(error.retryable).toBe(retryable);
    expect(error.message).toContain(String(status));
    expect(error.message).not.toContain(KEY);
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    [500, 'the request exceeds the available context size, try increasing it'],
    [400, 'prompt is too long: 210000 tokens > 200000 maximum'],
    [500, 'Trying to keep the first 9000 tokens when context the overflows n_ctx'],
  ])('takes %i with words about the context for what it is: %s', async (status, message) => {
    server.behaves(fails(status, 'api_error', { message }));
    expect(await errorOf(model.complete(request()))).toBeInstanceOf(ModelContextTooLargeError);
  });

  it('gives on when to ask again', async () => {
    server.behaves(fails(429, 'rate_limit_error', { headers: { 'retry-after': '7' } }));
    expect((await errorOf(model.complete(request()))).retryAfterMs).toBe(7_000);
  });

  it('takes a refusal for an error, and counts it', async () => {
    server.behaves(speaks('I would rather not.', { stopReason: 'refusal', inputTokens: 50, outputTokens: 5 }));
    const error = await errorOf(model.complete(request()));
    expect(error).toBeInstanceOf(ModelRefusedError);
    expect(error.tokens).toEqual({ inputTokens: 50, outputTokens: 5 });
  });

  it.each([
    ['the connection dies', diesAfter('{"answered": true, "sentences": [')],
    ['the stream ends without a stop', stopsShort('{"answered": true, "sentences": [')],
    ['an error comes within the stream', errsAfter('{"answered": true', 'overloaded_error')],
  ])('takes half a reply for none when %s, and counts what it cost', async (_how, behaviour) => {
    server.behaves(behaviour);
    const error = await errorOf(model.complete(request()));
    expect(error).toBeInstanceOf(ModelUnavailableError);
    expect(error.tokens.inputTokens).toBe(1_000);
    expect(error.tokens.outputTokens).toBeGreaterThan(1);
  });

  it.each([
    ['silence', hangs()],
    ['half a reply and then silence', hangs('{"answered":')],
  ])('gives up on %s after the time it was given', async (_what, behaviour) => {
    server.behaves(behaviour);
    expect(await errorOf(model.complete(request({ timeoutMs: 300 })))).toBeInstanceOf(ModelTimeoutError);
  });

  it('stops at once when the caller aborts, with the reason of the caller', async () => {
    server.behaves(hangs('{'));
    const controller = new AbortController();
    const work = model.complete(request({ signal: controller.signal }));
    setTimeout(() => controller.abort(new Error('cancelled by the run')), 50);
    await expect(work).rejects.toThrow('cancelled by the run');
  });

  it.each([
    ['a web page', sends(200, { 'content-type': 'text/html' }, '<h1>Sign in</h1>')],
    ['JSON of another kind', sends(200, { 'content-type': 'application/json' }, '{"choices":[]}')],
    ['JSON that is broken', sends(200, { 'content-type': 'application/json' }, '{"content":[')],
    ['events that are no message', sends(200, { 'content-type': 'text/event-stream' }, 'event: ping\ndata: {}\n\n')],
    [
      'events that are no JSON',
      sends(200, { 'content-type': 'text/event-stream' }, 'event: message_start\ndata: {oops\n\n'),
    ],
    [
      'more than a reply can be',
      sends(
        200,
        { 'content-type': 'application/json' },
        `{"content":[{"type":"text","text":"${'x'.repeat(9 * 1024 * 1024)}"}]}`,
      ),
    ],
  ])('does not take %s for a reply', async (_what, behaviour) => {
    server.behaves(behaviour);
    expect(await errorOf(model.complete(request()))).toBeInstanceOf(ModelBadReplyError);
  });

  it('follows no redirect', async () => {
    const other = await startScriptedModel();
    other.behaves(says([]));
    server.behaves(sends(307, { location: `${other.url}/v1/messages` }, ''));
    expect(await errorOf(model.complete(request()))).toBeInstanceOf(ModelRejectedError);
    expect(other.requests).toHaveLength(0);
    await other.close();
  });

  it('tells an endpoint that is not there from one that refuses', async () => {
    const gone = await startScriptedModel();
    await gone.close();
    const lost = createAnthropicModel({
      name: 'm',
      baseUrl: gone.url,
      contextTokens: 8_192,
      price: { inputUsd: 0, outputUsd: 0 },
    });
    expect(await errorOf(lost.complete(request()))).toBeInstanceOf(ModelUnavailableError);
    await lost.close();
  });
});
