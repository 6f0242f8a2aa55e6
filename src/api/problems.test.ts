import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import * as errors from '../contracts/errors.js';
import { ProblemSchema } from '../contracts/schemas/replies.js';
import { DOMAIN_PROBLEMS, problemBody, ProblemError, PROBLEMS, toProblem } from './problems.js';
import { startTestApi } from './testing/api-server.js';

/** They end as outcomes and failures of activities, which no call waits for. */
const MET_BY_WORKERS_ONLY = new Set([
  'BrowserMissing',
  'BrowserLost',
  'SessionLost',
  'HostBusy',
  'EmbedderUnavailable',
  'EmbedderRefused',
  'EmbedderMismatch',
]);

const domainErrors = Object.values(errors).flatMap((value) =>
  typeof value === 'function' && value.prototype instanceof errors.DomainError
    ? [new (value as new (what: string) => errors.DomainError)('x')]
    : [],
);

describe('problems', () => {
  it('has a status for every type of error that a call can meet, and for none that does not exist', () => {
    const types = domainErrors.map(({ type }) => type);
    expect(types.length).toBeGreaterThan(5);
    expect(types.filter((type) => !(type in DOMAIN_PROBLEMS) && !MET_BY_WORKERS_ONLY.has(type))).toEqual([]);
    expect(Object.keys(DOMAIN_PROBLEMS).filter((type) => !types.includes(type))).toEqual([]);
  });

  it('keeps to its schema for every code', () => {
    for (const code of Object.keys(PROBLEMS) as (keyof typeof PROBLEMS)[]) {
      const body = problemBody(new ProblemError(code), 'an-id');
      expect(ProblemSchema.parse(body)).toEqual(body);
    }
  });

  it('says when to come back where waiting helps', () => {
    expect(toProblem(new errors.StoreUnavailableError('locked')).options.headers).toEqual({ 'Retry-After': '2' });
    expect(toProblem(new errors.RunEndedError('x')).options.headers).toBeUndefined();
  });

  it('does not take a number from anywhere for a status', () => {
    expect(toProblem({ status: 200 }).code).toBe('internal');
    expect(toProblem({ status: 599 }).code).toBe('internal');
    expect(toProblem(null).code).toBe('internal');
  });

  it('tells nothing of the inside, and logs it without secrets', async () => {
    const secret = 'the-inner-secret-42';
    const api = await startTestApi({ env: { TAVILY_API_KEY: secret } });
    api.runs.failure = new Error(`broken at /srv/app with ${secret}`);
    const reply = await request(api.server).get('/runs').expect(500);
    await api.close();
    expect(reply.body).toMatchObject({ status: 500, code: 'internal' });
    expect(reply.text).not.toContain('/srv/app');
    const logged = api.logged.join('');
    expect(logged).toContain('broken at /srv/app');
    expect(logged).not.toContain(secret);
  });
});
