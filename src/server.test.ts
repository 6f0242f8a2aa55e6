import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpsRequest } from 'node:https';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen } from './api/listen.js';
import { startTestApi } from './api/testing/api-server.js';
import express from 'express';
import { composeCore } from './compose.js';
import { parseConfig } from './config.js';
import { createLog } from './log.js';
import { startApi } from './server.js';

let folder: string;
const closers: (() => Promise<unknown>)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'server-'));
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  rmSync(folder, { recursive: true, force: true });
});

const closeServer = (server: Server) => () => new Promise((resolve) => server.close(resolve));

/** A port at which nothing listens. */
async function unusedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await closeServer(server)();
  return port;
}

describe('the API without Temporal', () => {
  it('listens, says what is missing, and stops', async () => {
    const config = parseConfig({
      DATA_DIR: folder,
      PORT: '0',
      LOG_LEVEL: 'silent',
      TEMPORAL_ADDRESS: `127.0.0.1:${await unusedPort()}`,
      TEMPORAL_IGNORE_CONFIG_FILE: 'true',
    });
    const core = composeCore(config);
    closers.push(() => core.close());
    const api = await startApi(core, createLog(config, 'api'));
    let stopped = false;
    closers.push(async () => (stopped ? undefined : api.stop()));
    expect(api.url).toBe(`http://127.0.0.1:${api.port}`);
    expect((await fetch(`${api.url}/health`)).status).toBe(200);
    const ready = await fetch(`${api.url}/ready`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({
      checks: [
        { name: 'temporal', status: 'missing' },
        { name: 'pollers', status: 'unknown' },
        { name: 'store', status: 'ok' },
        { name: 'browser' },
        { name: 'search' },
        { name: 'model' },
        { name: 'embedder' },
      ],
    });
    const body = JSON.stringify({ question: 'x' });
    const headers = { 'Content-Type': 'application/json' };
    const started = await fetch(`${api.url}/trigger`, { method: 'POST', headers, body });
    expect(started.status).toBe(503);
    expect(await started.json()).toMatchObject({ code: 'temporal_unavailable' });
    await api.stop();
    stopped = true;
    await expect(fetch(`${api.url}/health`)).rejects.toThrow();
  });
});

describe('listen', () => {
  const settings = (port: number) => ({ host: '127.0.0.1', port, tls: null, publicUrl: undefined });

  it('says that a port is taken', async () => {
    const first = await listen(express(), settings(0));
    closers.push(() => first.close());
    await expect(listen(express(), settings(first.port))).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('lets a request finish before it closes', async () => {
    let answer: (() => void) | undefined;
    const app = express().get('/slow', (_req, res) => {
      answer = () => res.send('done');
    });
    const server = await listen(app, settings(0));
    const reply = fetch(`${server.url}/slow`);
    while (answer === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
    const closed = server.close();
    answer();
    expect(await (await reply).text()).toBe('done');
    await closed;
  });

  it('gives people an address that they can open', async () => {
    const everywhere = await listen(express(), { ...settings(0), host: '0.0.0.0' });
    closers.push(() => everywhere.close());
    expect(everywhere.url).toBe(`http://localhost:${everywhere.port}`);
    const named = await listen(express(), { ...settings(0), publicUrl: 'https://ask.example' });
    closers.push(() => named.close());
    expect(named.url).toBe('https://ask.example');
  });

  const openssl = spawnSync('openssl', ['version']).status === 0;
  (openssl ? it : it.skip)('speaks TLS with the given certificate', async () => {
    const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const subject = [
      '-subj',
      '/CN=localhost',
      '-days',
      '2',
      '-nodes',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
    ];
    execFileSync('openssl', ['req', '-x509', ...subject, '-keyout', keyFile, '-out', certFile], { stdio: 'ignore' });
    const app = express().get('/', (req, res) => res.send(String(req.secure)));
    const server = await listen(app, { ...settings(0), tls: { keyFile, certFile } });
    closers.push(() => server.close());
    expect(server.url).toBe(`https://127.0.0.1:${server.port}`);
    const text = await new Promise((resolve, reject) => {
      httpsRequest(server.url, { rejectUnauthorized: false, agent: false }, (reply) => {
        reply.setEncoding('utf8').once('data', resolve);
      })
        .once('error', reject)
        .end();
    });
    expect(text).toBe('true');
  });
});

describe('a stop', () => {
  it('ends event streams, so that it does not wait for runs', async () => {
    const api = await startTestApi();
    closers.push(() => api.close());
    const reply = await fetch(`${api.url}/trigger`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ question: 'x' }),
    });
    const { run_id } = (await reply.json()) as { run_id: string };
    const stream = await fetch(`${api.url}/runs/${run_id}/events`);
    while (api.runs.openStreams === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    api.stop();
    expect(await stream.text()).toBe('retry: 2000\n\n');
    expect(api.runs.openStreams).toBe(0);
  });
});
