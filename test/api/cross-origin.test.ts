/** What a web page of somebody else can do to the API in a real browser: nothing. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Browser, type Page } from 'playwright';
import { findChromium } from '../../src/adapters/playwright/find-chromium.js';
import { startTestApi, type TestApi } from '../../src/api/testing/api-server.js';
import { EXAMPLE_RUN } from '../../src/api/openapi-examples.js';
import { randomRunId } from '../../src/api/run-ids.js';

const executablePath = findChromium();
const describeIf = executablePath === null ? describe.skip : describe;

const SECRET_ANSWER = 'an answer for nobody else';
/** Resolves to this machine in the browser only: what DNS rebinding does. */
const REBOUND = 'rebound.example';

let api: TestApi;
let evil: Server;
let evilPort: number;
let browser: Browser;
let page: Page;
let runId: string;

beforeAll(async () => {
  if (executablePath === null) return;
  api = await startTestApi();
  evil = createServer((_req, res) => {
    res.setHeader('content-type', 'text/html').end('<!doctype html><title>somebody else</title><body>');
  });
  await new Promise<void>((resolve) => evil.listen(0, resolve));
  evilPort = (evil.address() as AddressInfo).port;
  browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage', `--host-resolver-rules=MAP ${REBOUND} 127.0.0.1`],
  });
});
afterAll(async () => {
  await browser?.close();
  evil?.close();
  await api?.close();
});

beforeEach(async () => {
  if (executablePath === null) return;
  api.runs.kept.clear();
  runId = randomRunId();
  const { question, source } = EXAMPLE_RUN;
  const input = {
    question,
    source,
    kind: 'auto',
    url: null,
    inputs: {},
    maxPages: 5,
    language: null,
    domains: { include: [], exclude: [] },
    today: '2026-11-30',
    maxDurationMs: 1,
  } as const;
  await api.runs.start(runId, input, { question, kind: 'auto', source, url: null, max_pages: 5, body_hash: 'x' });
  api.runs.change(runId, { ...EXAMPLE_RUN, run_id: runId, overall_status: 'running', answer: SECRET_ANSWER });
  page = await browser.newPage();
});

/** Every way that a page has to send something without asking the other side first, and with asking. */
const ATTACK = async ([url, id]: readonly [string, string]): Promise<string[]> => {
  const seen: string[] = [];
  const attempt = async (what: string, work: () => Promise<string>) => {
    try {
      seen.push(`${what}: ${await work()}`);
    } catch {
      seen.push(`${what}: refused`);
    }
  };
  const body = JSON.stringify({ question: 'from elsewhere' });
  const read = async (init?: RequestInit, path = `/runs/${id}`) => (await fetch(url + path, init)).text();
  await attempt('read', () => read());
  await attempt('read without cors', () => read({ mode: 'no-cors' }));
  await attempt('json', () =>
    read({ method: 'POST', body, headers: { 'content-type': 'application/json' } }, '/trigger'),
  );
  await attempt('text', () => read({ method: 'POST', body, mode: 'no-cors' }, '/trigger'));
  await attempt('cancel', () => read({ method: 'POST', mode: 'no-cors' }, `/runs/${id}/cancel`));
  await attempt('beacon', async () => String(navigator.sendBeacon(`${url}/runs/${id}/cancel`, '{}')));
  await attempt(
    'events',
    () =>
      new Promise((resolve, reject) => {
        const source = new EventSource(`${url}/runs/${id}/events`);
        source.addEventListener('status', (event) => resolve(String(event.data)));
        source.onerror = () => {
          source.close();
          reject(new Error('refused'));
        };
      }),
  );
  await attempt('script', async () => {
    const script = document.createElement('script');
    const loaded = new Promise<string>((resolve) => {
      script.onload = () => resolve('loaded');
      script.onerror = () => resolve('refused');
    });
    script.src = `${url}/runs/${id}`;
    document.body.append(script);
    return loaded;
  });
  return seen;
};

describeIf('a page of another origin', () => {
  it.each(['localhost', '127.0.0.1'])('at another port of %s can neither read nor change a run', async (host) => {
    await page.goto(`http://${host}:${evilPort}/`);
    const seen = await page.evaluate(ATTACK, [api.url, runId] as const);
    expect(seen.join('\n')).not.toContain(SECRET_ANSWER);
    expect(seen).toEqual([
      'read: refused',
      expect.stringMatching(/^read without cors: (refused)?$/),
      'json: refused',
      expect.stringMatching(/^text: (refused)?$/),
      expect.stringMatching(/^cancel: (refused)?$/),
      expect.stringMatching(/^beacon: /),
      'events: refused',
      'script: refused',
    ]);
    expect([...api.runs.kept.keys()]).toEqual([runId]);
    expect((await api.runs.view(runId)).overall_status).toBe('running');
  });

  it('cannot post a form', async () => {
    await page.goto(`http://localhost:${evilPort}/`);
    const reply = page.waitForResponse((response) => response.url().includes('/cancel'));
    await page.evaluate((action) => {
      const form = document.createElement('form');
      Object.assign(form, { action, method: 'post', enctype: 'text/plain' });
      document.body.append(form);
      form.submit();
    }, `${api.url}/runs/${runId}/cancel`);
    expect((await reply).status()).toBe(403);
    expect((await api.runs.view(runId)).overall_status).toBe('running');
  });

  it('cannot frame the page', async () => {
    await page.goto(`http://localhost:${evilPort}/`);
    await page.evaluate((src) => {
      const frame = document.createElement('iframe');
      frame.src = src;
      document.body.append(frame);
    }, `${api.url}/`);
    const frame = page.frames()[1];
    await frame?.waitForLoadState().catch(() => undefined);
    expect(await frame?.evaluate(() => document.body.textContent).catch(() => '')).not.toContain('synthetic-api');
  });

  it('reaches nothing by a name that it made to point here', async () => {
    const { port } = new URL(api.url);
    const reply = await page.goto(`http://${REBOUND}:${port}/runs/${runId}`);
    expect(reply?.status()).toBe(421);
    expect(await page.content()).not.toContain(SECRET_ANSWER);
    const seen = await page.evaluate(ATTACK, [`http://${REBOUND}:${port}`, runId] as const);
    expect(seen.join('\n')).not.toContain(SECRET_ANSWER);
    expect((await api.runs.view(runId)).overall_status).toBe('running');
  });

  it('may be followed back by a link', async () => {
    await page.goto(`http://localhost:${evilPort}/`);
    await page.evaluate((href) => {
      const link = Object.assign(document.createElement('a'), { href, textContent: 'a run' });
      document.body.append(link);
    }, `${api.url}/runs/${runId}`);
    await Promise.all([page.waitForURL(/\/runs\//), page.getByText('a run').click()]);
    expect(await page.content()).toContain('synthetic-api');
  });
});
