import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fails, speaks, startScriptedModel, type ScriptedModel } from '../../../test/support/scripted-model.js';
import { createAnthropicModel, type ClosableModel } from '../anthropic/anthropic-model.js';
import { createModelTraces } from './model-traces.js';

interface Attribute {
  readonly key: string;
  readonly value: Record<string, unknown>;
}
interface SentSpan {
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status: { readonly code?: number; readonly message?: string };
  readonly attributes: readonly Attribute[];
}
interface Received {
  readonly path: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let server: ScriptedModel;
let model: ClosableModel;
let collector: Server;
let received: Received[] = [];

const urlOf = (of: Server): string => `http://127.0.0.1:${(of.address() as AddressInfo).port}`;
const request = (signal = new AbortController().signal) => ({
  purpose: 'draft',
  system: 'a secret instruction',
  messages: [{ role: 'user' as const, content: 'a private question' }],
  maxTokens: 100,
  timeoutMs: 5_000,
  signal,
});

beforeAll(async () => {
  server = await startScriptedModel();
  const price = { inputUsd: 2, outputUsd: 10 };
  model = createAnthropicModel({
    name: 'a-model',
    baseUrl: server.url,
    apiKey: 'sk-key-0123456789',
    contextTokens: 8_192,
    price,
  });
  collector = createServer((req, res) => {
    let body = '';
    req.on('data', (chunk) => (body += String(chunk)));
    req.on('end', () => {
      received.push({ path: req.url, headers: req.headers, body });
      res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  await model?.close();
  await server?.close();
  await new Promise((done) => collector?.close(done));
});

const spansSent = (): SentSpan[] =>
  received.flatMap(({ body }) => {
    const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] };
    return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  });
const attribute = (span: SentSpan, key: string): unknown =>
  Object.values(span.attributes.find((one) => one.key === key)?.value ?? {})[0];

describe('traces of model calls', () => {
  it('tell model, times, tokens, cost and outcome by the GenAI conventions, and no text', async () => {
    received = [];
    const traces = createModelTraces({
      endpoint: urlOf(collector),
      headers: { authorization: 'Basic abc' },
      version: '1.2.3',
    });
    const traced = traces.trace(model);
    server.behaves(
      speaks('a private answer', { inputTokens: 1_000, outputTokens: 100 }),
      fails(529, 'overloaded_error'),
    );
    const before = Date.now();
    await traced.complete(request());
    await expect(traced.complete(request())).rejects.toMatchObject({ type: 'ModelUnavailable' });
    await traces.close();
    expect(received[0]).toMatchObject({ path: '/v1/traces', headers: { authorization: 'Basic abc' } });
    const [good, bad] = spansSent();
    expect(good!.name).toBe('chat a-model');
    expect(Number(good!.startTimeUnixNano) / 1e6).toBeGreaterThanOrEqual(before - 1);
    expect(Number(good!.endTimeUnixNano)).toBeGreaterThan(Number(good!.startTimeUnixNano));
    expect(attribute(good!, 'gen_ai.operation.name')).toBe('chat');
    expect(attribute(good!, 'gen_ai.request.model')).toBe('a-model');
    expect(attribute(good!, 'gen_ai.response.model')).toBe('scripted-model');
    expect(Number(attribute(good!, 'gen_ai.usage.input_tokens'))).toBe(1_000);
    expect(Number(attribute(good!, 'gen_ai.usage.output_tokens'))).toBe(100);
    expect(attribute(good!, 'synthetic.cost_usd')).toBe(0.003);
    expect(attribute(good!, 'synthetic.purpose')).toBe('draft');
    expect(attribute(bad!, 'error.type')).toBe('ModelUnavailable');
    expect(bad!.status.code).toBe(2);
    const sent = received.map(({ body }) => body).join('');
    for (const hidden of ['secret instruction', 'private question', 'private answer', 'sk-key'])
      expect(sent).not.toContain(hidden);
  });

  it('are missed by nobody when there is no collector, or one that never answers', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
    for (const endpoint of ['http://127.0.0.1:1', urlOf(silent)]) {
      const traces = createModelTraces({ endpoint, headers: {}, version: '1' });
      server.behaves(speaks('ok'));
      expect((await traces.trace(model).complete(request())).text).toBe('ok');
      await traces.close();
    }
    silent.closeAllConnections();
    await new Promise((done) => silent.close(done));
  });
});
