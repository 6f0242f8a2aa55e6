import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { startTestApi, type TestApi } from './testing/api-server.js';

const BROWSER_ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
const CSP =
  "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;connect-src 'self';form-action 'self';" +
  "base-uri 'none';frame-ancestors 'none';font-src 'self';manifest-src 'self'";

let folder: string;
let api: TestApi;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'page-'));
  const pageDir = join(folder, 'page');
  mkdirSync(join(pageDir, 'assets'), { recursive: true });
  writeFileSync(join(pageDir, 'index.html'), '<!doctype html><title>the shell</title>');
  writeFileSync(join(pageDir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(pageDir, 'assets', 'index-B1a2c3d4.js'), 'export {};');
  writeFileSync(join(folder, 'outside.txt'), 'not for you');
  writeFileSync(join(pageDir, '.hidden'), 'not for you');
  api = await startTestApi({ deps: { pageDir } });
});
afterEach(async () => {
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (path: string, accept = BROWSER_ACCEPT) => request(api.server).get(path).set('Accept', accept);

describe('the web page', () => {
  it.each(['/', '/runs', '/runs/run_0f4c6d6e1d8a4b0f9b1c2d3e4f5a6b7c'])('opens at %s', async (path) => {
    const reply = await get(path).expect(200);
    expect(reply.text).toContain('the shell');
    expect(reply.headers['content-type']).toContain('text/html');
    expect(reply.headers['cache-control']).toBe('no-cache');
  });

  it.each(['*/*', 'application/json', 'application/json, text/html;q=0.9', ''])(
    'is not given to a program that accepts %j',
    async (accept) => {
      const reply = await get('/runs', accept).expect(200);
      expect(reply.body).toEqual({ runs: [], next_cursor: null });
      expect(reply.headers['vary']).toContain('Accept');
    },
  );

  it('leads home from an address where there is nothing; programs get problem details', async () => {
    const reply = await get('/nope').expect(404);
    expect(reply.headers['content-type']).toContain('text/html');
    expect(reply.text).toContain('<a href="/">');
    const problem = await get('/nope', 'application/json').expect(404);
    expect(problem.body).toMatchObject({ code: 'not_found' });
    const posted = await request(api.server).post('/nope').set('Accept', BROWSER_ACCEPT).expect(404);
    expect(posted.headers['content-type']).toContain('application/problem+json');
  });

  it('is sent with a policy that allows nothing inline and nothing from elsewhere', async () => {
    for (const path of ['/', '/favicon.svg', '/health']) {
      const { headers } = await get(path).expect(200);
      expect(headers['content-security-policy']).toBe(CSP);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers['strict-transport-security']).toBeUndefined();
    }
  });

  it('lets browsers keep the files whose names hold a hash, and no others', async () => {
    const hashed = await get('/assets/index-B1a2c3d4.js').expect(200);
    expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(hashed.headers['content-type']).toContain('text/javascript');
    expect((await get('/favicon.svg').expect(200)).headers['cache-control']).toBe('no-cache');
  });

  it.each(['/../outside.txt', '/%2e%2e/outside.txt', '/..%2foutside.txt', '/assets/../../outside.txt', '/.hidden'])(
    'keeps to its folder: %s',
    async (path) => {
      const reply = await get(path);
      expect([400, 403, 404]).toContain(reply.status);
      expect(reply.text).not.toContain('not for you');
    },
  );

  it('says plainly when it has not been built', async () => {
    rmSync(join(folder, 'page', 'index.html'));
    const reply = await get('/runs').expect(200);
    expect(reply.text).toContain('npm run build');
    expect(reply.text).not.toMatch(/style=|<script|<style/);
  });
});

describe('over TLS', () => {
  it('asks browsers to stay on it', async () => {
    await api.close();
    api = await startTestApi({ env: { PUBLIC_URL: 'https://ask.example' } });
    const { headers } = await request(api.server).get('/health').expect(200);
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
  });
});
