import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import request from 'supertest';
import { RunEventSchema, RunViewSchema } from '../contracts/schemas/run-view.js';
import { TriggerSchema } from '../contracts/schemas/trigger.js';
import { VERSION } from '../version.js';
import { buildOpenApiDocument } from './openapi.js';
import { EXAMPLE_EVENTS, EXAMPLE_RUN } from './openapi-examples.js';
import { startTestApi, type TestApi } from './testing/api-server.js';

const document = buildOpenApiDocument(VERSION);
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name === '$ref' && typeof part === 'string' ? [part] : references(part),
  );
}

describe('the OpenAPI document', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi({ deps: { version: VERSION } });
  });
  afterAll(() => api.close());

  it('is the committed one: run `npm run openapi` after a change', () => {
    const committed = readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8');
    expect(JSON.parse(committed)).toEqual(plain(document));
  });

  it('is served', async () => {
    const reply = await request(api.server).get('/openapi.json').expect(200);
    expect(reply.body).toEqual(plain(document));
  });

  it('refers to nothing that it does not hold', () => {
    const known = Object.keys(document.components?.schemas ?? {}).map((name) => `#/components/schemas/${name}`);
    expect(references(document).filter((reference) => !known.includes(reference))).toEqual([]);
  });

  it('keeps null beside a named schema', () => {
    expect(plain(document.components?.schemas?.['Run'])).toMatchObject({
      properties: { kind: { anyOf: [{ $ref: '#/components/schemas/RunKind' }, { type: 'null' }] } },
    });
  });

  it('describes every call that is served, with the methods it has, and no other', async () => {
    for (const [path, operations] of Object.entries(document.paths ?? {})) {
      const { headers } = await request(api.server).options(path.replace('{id}', 'run_1')).expect(204);
      const served = (headers['allow'] ?? '').split(', ').filter((method) => method !== 'HEAD' && method !== 'OPTIONS');
      const described = Object.keys(operations ?? {}).map((method) => method.toUpperCase());
      expect([path, ...described.sort()]).toEqual([path, ...served]);
    }
  });

  it('gives examples that its schemas accept', () => {
    expect(RunViewSchema.parse(EXAMPLE_RUN)).toEqual(EXAMPLE_RUN);
    const data = /^data: (.*)$/m.exec(EXAMPLE_EVENTS)?.[1] ?? '';
    expect(RunEventSchema.parse(JSON.parse(data))).toEqual(JSON.parse(data));
    const examples = TriggerSchema.meta()?.examples as unknown[];
    expect(examples.map((example) => TriggerSchema.safeParse(example).success)).toEqual([true]);
  });
});
