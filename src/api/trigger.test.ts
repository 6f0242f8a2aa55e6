import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { TemporalUnavailableError } from '../contracts/errors.js';
import { StartedSchema } from '../contracts/schemas/trigger.js';
import { startTestApi, type TestApi } from './testing/api-server.js';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ env: { MAX_PAGES: '7', RUN_MAX_MINUTES: '2', TRIGGERS_PER_MINUTE: '100000' } });
});
afterAll(() => api.close());

const post = (body: object | string) =>
  request(api.server).post('/trigger').set('Content-Type', 'application/json').send(body);

interface Started {
  run_id: string;
}
const startedId = (body: unknown) => (body as Started).run_id;

describe('POST /trigger', () => {
  it('starts a run and says where it is', async () => {
    const reply = await post({ question: '  What is a loom?  ' }).expect(202);
    const id = startedId(reply.body);
    expect(StartedSchema.parse(reply.body)).toEqual(reply.body);
    expect(id).toMatch(/^run_[0-9a-f]{32}$/);
    expect(reply.headers['location']).toBe(`/runs/${id}`);
    expect(reply.headers['cache-control']).toBe('no-store');
    const kept = api.runs.kept.get(id);
    expect(kept?.input).toEqual({
      question: 'What is a loom?',
      kind: 'auto',
      source: 'http',
      url: null,
      inputs: {},
      maxPages: 7,
      language: null,
      domains: { include: [], exclude: [] },
      today: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) as unknown,
      maxDurationMs: 120_000,
      gateTimeoutMs: 72 * 3_600_000,
      gateOrigins: [],
    });
    expect(kept?.memo).toMatchObject({ question: 'What is a loom?', max_pages: 7, source: 'http' });
  });

  it('takes everything that a run can be given', async () => {
    const reply = await post({
      transcript: 'book a table',
      kind: 'action',
      url: 'https://Example.org/a b',
      inputs: { guests: 2, terrace: true, name: 'Ada' },
      max_pages: 3,
      language: 'pt-BR',
      domains: { include: ['Docs.Example.org', 'münchen.de'] },
    }).expect(202);
    expect(api.runs.kept.get(startedId(reply.body))?.input).toMatchObject({
      question: 'book a table',
      kind: 'action',
      url: 'https://example.org/a%20b',
      inputs: { guests: '2', terrace: 'true', name: 'Ada' },
      maxPages: 3,
      language: 'pt',
      domains: { include: ['docs.example.org', 'xn--mnchen-3ya.de'], exclude: [] },
    });
  });

  it('takes a question of 4,000 characters and refuses one more', async () => {
    await post({ question: '𝒳'.repeat(4_000) }).expect(202);
    await post({ question: 'x'.repeat(4_001) }).expect(400);
  });

  it.each([
    [{ question: 'x', transcript: 'y' }, 'question'],
    [{}, 'question'],
    [{ question: '   ' }, 'question'],
    [{ question: 5 }, 'question'],
    [{ question: 'x', max_pages: 0 }, 'max_pages'],
    [{ question: 'x', max_pages: 21 }, 'max_pages'],
    [{ question: 'x', max_pages: 1.5 }, 'max_pages'],
    [{ question: 'x', kind: 'other' }, 'kind'],
    [{ question: 'x', url: 'ftp://example.org' }, 'url'],
    [{ question: 'x', url: 'javascript:alert(1)' }, 'url'],
    [{ question: 'x', url: 'https://me:pw@example.org' }, 'url'],
    [{ question: 'x', language: 'english please' }, 'language'],
    [{ question: 'x', domains: { include: ['https://example.org'] } }, 'domains.include.0'],
    [{ question: 'x', domains: { only: [] } }, 'domains.only'],
    [{ question: 'x', colour: 'red' }, 'colour'],
  ])('refuses %j and names the field', async (body, field) => {
    const reply = await post(body).expect(400);
    expect(reply.headers['content-type']).toContain('application/problem+json');
    expect(reply.body).toMatchObject({ status: 400, code: 'invalid_request', errors: [{ field }] });
    expect((reply.body as { detail: string }).detail).toContain(field);
  });

  it.each(['schema', 'follows', 'since'])('reserves %s', async (field) => {
    const reply = await post({ question: 'x', [field]: null }).expect(400);
    expect(reply.body).toMatchObject({ code: 'reserved_field', errors: [{ field }] });
  });

  it.each([
    ['password', 'hunter2'],
    ['cardNumber', '1'],
    ['note', 'pay with 4111 1111 1111 1111'],
    ['account', 'DE89 3704 0044 0532 0130 00'],
  ])('takes no secret as an input: %s', async (name, value) => {
    const reply = await post({ question: 'x', inputs: { [name]: value } }).expect(400);
    expect(reply.body).toMatchObject({ code: 'secret_input', errors: [{ field: `inputs.${name}` }] });
    expect((reply.body as { detail: string }).detail).toContain('a gate will ask');
    expect(JSON.stringify(reply.body)).not.toContain(value === '1' ? '4111' : value);
  });

  it('gives the same run for the same Idempotency-Key and body, in whatever order and spelling', async () => {
    const key = 'order-17';
    const first = await post('{"question":"x","max_pages":3}').set('Idempotency-Key', key).expect(202);
    api.runs.end(startedId(first.body));
    const second = await post('{ "max_pages": 3, "question": "x" }').set('Idempotency-Key', key).expect(202);
    expect(startedId(second.body)).toBe(startedId(first.body));
    expect((second.body as { status: string }).status).toBe('succeeded');
    const other = await post({ question: 'y' }).set('Idempotency-Key', key).expect(422);
    expect(other.body).toMatchObject({ code: 'idempotency_conflict' });
  });

  it.each(['two words', 'x'.repeat(256), 'é'])('refuses the Idempotency-Key %j', async (key) => {
    const header = Buffer.from(key).toString('latin1');
    const reply = await post({ question: 'x' }).set('Idempotency-Key', header).expect(400);
    expect(reply.body).toMatchObject({ code: 'invalid_idempotency_key' });
  });

  it('knows our own clients by their header', async () => {
    for (const [client, source] of [
      ['page', 'page'],
      ['cli', 'cli'],
      ['omi', 'http'],
    ] as const) {
      const reply = await post({ question: 'x' }).set('X-Synthetic-Client', client).expect(202);
      expect(api.runs.kept.get(startedId(reply.body))?.input.source).toBe(source);
    }
  });

  it('says 503 and when to come back while Temporal is away', async () => {
    api.runs.failure = new TemporalUnavailableError('connect ECONNREFUSED 10.1.2.3:7233', { retryAfterMs: 4_200 });
    const reply = await post({ question: 'x' }).expect(503);
    api.runs.failure = null;
    expect(reply.body).toMatchObject({ code: 'temporal_unavailable' });
    expect(reply.headers['retry-after']).toBe('5');
    expect(reply.text).not.toContain('10.1.2.3');
  });
});

describe('bodies', () => {
  it('refuses what is not JSON', async () => {
    expect((await post('{"question":').expect(400)).body).toMatchObject({ code: 'invalid_json' });
    expect((await post('"just text"').expect(400)).body).toMatchObject({ code: 'invalid_json' });
    expect((await post('[]').expect(400)).body).toMatchObject({ code: 'invalid_request' });
    expect((await request(api.server).post('/trigger').expect(400)).body).toMatchObject({ code: 'invalid_request' });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'does not read %s',
    async (type) => {
      const reply = await request(api.server).post('/trigger').set('Content-Type', type).send('question=x').expect(415);
      expect(reply.body).toMatchObject({ code: 'unsupported_media_type' });
    },
  );

  it('does not read compressed bodies or other character sets', async () => {
    await post('{}').set('Content-Encoding', 'gzip').expect(415);
    await request(api.server)
      .post('/trigger')
      .set('Content-Type', 'application/json; charset=latin1')
      .send('{}')
      .expect(415);
  });

  it('refuses more than 64 KiB', async () => {
    const reply = await post({ question: 'x', url: `https://example.org/${'x'.repeat(65_536)}` }).expect(413);
    expect(reply.body).toMatchObject({ code: 'body_too_large' });
  });
});
