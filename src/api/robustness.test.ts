/** No input to any route gives a 500, and every error is problem details. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { request as httpRequest } from 'node:http';
import { ProblemSchema } from '../contracts/schemas/replies.js';
import { startTestApi, type TestApi } from './testing/api-server.js';

interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string | null;
}
interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ env: { TRIGGERS_PER_MINUTE: '100000' }, deps: { heartbeatMs: 1_000 } });
});
afterAll(() => api.close());

/** Node's own client: it sends paths and headers that fetch would mend. Streams are left after their first bytes. */
function send({ method, path, headers, body }: Call): Promise<Answer> {
  const { hostname, port } = new URL(api.url);
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ hostname, port, method, path, headers }, (incoming) => {
      const answer = { status: incoming.statusCode ?? 0, type: incoming.headers['content-type'] ?? '' };
      if (answer.type.startsWith('text/event-stream')) {
        resolve({ ...answer, body: '' });
        outgoing.destroy();
        return;
      }
      let text = '';
      incoming.setEncoding('utf8').on('data', (part: string) => (text += part));
      incoming.on('end', () => resolve({ ...answer, body: text }));
    });
    outgoing.once('error', reject);
    outgoing.end(body ?? undefined);
  });
}

const segment = fc.oneof(
  fc.constantFrom('..', '.', '%00', '%E0%A4%A', '%2f', 'run_', `run_${'0'.repeat(32)}`, '__proto__', 'constructor'),
  fc.string({ maxLength: 20 }).map((text) => encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, ''))),
);
const path = fc.oneof(
  fc.constantFrom('/', '/trigger', '/runs', '/session', '/health', '/ready', '/metrics', '/openapi.json', '//', '/?'),
  fc
    .tuple(segment, fc.constantFrom('', '/events', '/pause', '/continue', '/cancel'))
    .map(([id, rest]) => `/runs/${id}${rest}`),
  fc.array(segment, { maxLength: 4 }).map((parts) => `/${parts.join('/')}`),
);
const query = fc.oneof(
  fc.constant(''),
  fc
    .array(
      fc.tuple(
        fc.constantFrom('status', 'kind', 'limit', 'cursor', 'created_after', 'after', '__proto__', 'status[]', 'a[b]'),
        fc.string({ maxLength: 12 }).map((text) => encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, ''))),
      ),
      { maxLength: 3 },
    )
    .map((pairs) => `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`),
);
const headerText = fc.string({ maxLength: 30 }).map((text) => text.replace(/[^\x20-\x7e]/g, '~'));
const headers = fc.record(
  {
    'content-type': fc.constantFrom('application/json', 'application/json; charset=utf-16', 'text/plain', 'x', ''),
    accept: fc.constantFrom('*/*', 'text/html', 'application/json', 'nonsense', 'text/html;q=x'),
    'idempotency-key': headerText,
    'last-event-id': fc.oneof(headerText, fc.nat().map(String)),
    'x-synthetic-client': headerText,
    authorization: headerText,
    cookie: headerText,
    range: fc.constantFrom('bytes=0-1', 'bytes=9-', 'x'),
    'if-none-match': headerText,
    'content-encoding': fc.constantFrom('identity', 'gzip', 'br', 'x'),
    expect: fc.constant('200-ok'),
  },
  { requiredKeys: [] },
);
const triggerLike = fc.record(
  {
    question: fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue()),
    transcript: fc.string(),
    kind: fc.constantFrom('auto', 'question', 'x'),
    url: fc.oneof(fc.webUrl(), fc.string(), fc.constantFrom('http://[::1', 'http://%', 'http://a b', 'http://a:99999')),
    inputs: fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue()),
    max_pages: fc.oneof(fc.integer(), fc.double()),
    language: fc.string(),
    domains: fc.record({ include: fc.array(fc.string()), exclude: fc.jsonValue() }, { requiredKeys: [] }),
    api_key: fc.string(),
  },
  { requiredKeys: [] },
);
const body = fc.oneof(
  fc.constantFrom(null, '', '{', '[]', 'null', '"x"', '{"__proto__":{"question":"x"}}', '['.repeat(30_000)),
  fc.json(),
  triggerLike.map((value) => JSON.stringify(value)),
  fc.string({ unit: 'binary' }),
);
const call: fc.Arbitrary<Call> = fc
  .record({
    method: fc.constantFrom('GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'HEAD', 'OPTIONS'),
    path,
    query,
    headers,
    body,
  })
  .map(({ method, path: at, query: search, headers: sent, body: text }) => {
    const sends = text !== null && method !== 'HEAD' && method !== 'GET' && method !== 'OPTIONS';
    const length = sends ? { 'content-length': String(Buffer.byteLength(text)) } : {};
    return { method, path: at + search, headers: { ...sent, ...length }, body: sends ? text : null };
  });

describe('any request', () => {
  it('is answered, never by a 500, and errors are problem details', async () => {
    await fc.assert(
      fc.asyncProperty(call, async (sent) => {
        const answer = await send(sent);
        expect(answer.status).toBeGreaterThanOrEqual(200);
        expect(answer.status).toBeLessThan(500);
        if (answer.status >= 400 && sent.method !== 'HEAD' && answer.type !== '') {
          expect(answer.type).toContain('application/problem+json');
          const problem = ProblemSchema.parse(JSON.parse(answer.body));
          expect(problem.status).toBe(answer.status);
        }
      }),
      { numRuns: 600 },
    );
  });

  it('to start a run is taken or refused, whatever the body', async () => {
    const sent = triggerLike.map((value) => ({
      method: 'POST',
      path: '/trigger',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(value),
    }));
    await fc.assert(
      fc.asyncProperty(sent, async (one) => expect([202, 400]).toContain((await send(one)).status)),
      { numRuns: 400 },
    );
  });
});
