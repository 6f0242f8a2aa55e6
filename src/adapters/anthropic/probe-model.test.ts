import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fails, sends, speaks, startScriptedModel, type ScriptedModel } from '../../../test/support/scripted-model.js';
import { probeModel } from './probe-model.js';

let server: ScriptedModel;
beforeAll(async () => {
  server = await startScriptedModel();
});
afterAll(() => server?.close());

const probe = () =>
  probeModel({ name: 'local', baseUrl: server.url, contextTokens: 8_192, price: { inputUsd: 0, outputUsd: 0 } });

describe('a probe of a model', () => {
  it('tells who answers, whether it writes JSON and what window it lists, with one small call', async () => {
    server.behaves(speaks('```json\n{"ok": true}\n```'));
    expect(await probe()).toEqual({
      endpoint: server.url,
      fault: null,
      answeredBy: 'scripted-model',
      writesJson: true,
      listedContextTokens: 32_768,
    });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]!.max_tokens).toBeLessThanOrEqual(512);
  });

  it('tells a model that cannot write JSON', async () => {
    server.behaves(speaks('Certainly!'));
    expect(await probe()).toMatchObject({ fault: null, writesJson: false });
  });

  it.each([
    ['refuses the key', fails(401, 'authentication_error'), '401'],
    ['is no model', sends(200, { 'content-type': 'text/html' }, '<p>hi</p>'), 'text/html'],
  ])('says in words when the endpoint %s', async (_how, behaviour, words) => {
    server.behaves(behaviour);
    expect((await probe()).fault).toContain(words);
  });

  it.each([
    [
      {
        data: [
          { id: 'local', max_model_len: 4_096 },
          { id: 'other', max_model_len: 1 },
        ],
      },
      4_096,
    ],
    [{ data: [{ id: 'a.gguf', meta: { n_ctx: 2_048 } }] }, 2_048],
    [{ data: [{ id: 'x' }, { id: 'y' }] }, null],
    ['nonsense', null],
  ])('reads the window out of what the server lists: %j', async (models, size) => {
    server.models = models;
    server.behaves(speaks('{}'));
    expect((await probe()).listedContextTokens).toBe(size);
  });
});
