import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDemoTarget } from '../../../fixtures/demo-target/site.js';
import type { ReadOutcome } from '../../ports/page-reader.js';
import { createHttpReader, type HttpReader } from './http-reader.js';

let server: Server;
let host: string;
let reader: HttpReader;

beforeAll(async () => {
  server = createDemoTarget().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  reader = createHttpReader({
    config: {
      outboundProxy: undefined,
      allowedPorts: [80, 443],
      allowedPrivateHosts: [host],
      robotsUnreachable: 'allow',
      hostIntervalMs: 0,
      contactUrl: undefined,
      freshMs: 0,
    },
  });
});
afterAll(async () => {
  await reader.close();
  server.close();
  server.closeAllConnections();
});

const read = (path: string): Promise<ReadOutcome> =>
  reader.read(`http://${host}${path}`, { signal: new AbortController().signal, language: 'en' });
const design = (name: string): Promise<Response> =>
  fetch(`http://${host}/_switches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ design: name }),
  });

describe.each(['classic', 'modern'])('a site with walls, in its %s design', (name) => {
  beforeAll(() => design(name));

  it('says that an email address opens the rest of an article', async () => {
    expect(await read('/article')).toMatchObject({
      outcome: 'gated',
      reason: 'gate_email',
      gate: { kind: 'email', fields: ['email'] },
      title: expect.stringContaining('The winter the ferries stopped') as unknown,
      retryable: false,
    });
  });

  it('says that an account opens the members area', async () => {
    expect(await read('/members')).toMatchObject({
      outcome: 'gated',
      reason: 'gate_login',
      gate: { kind: 'login', fields: ['email', 'password'] },
    });
  });

  it.each(['/', '/harbour-light', '/tide-clock', '/salt-bread'])(
    'reads %s, sign-up box, shop and all',
    async (path) => {
      expect((await read(path)).outcome).toBe('read');
    },
  );

  it('leaves a page that scripts put together to the browser', async () => {
    expect(await read('/tides')).toMatchObject({ outcome: 'needs_browser' });
  });
});
