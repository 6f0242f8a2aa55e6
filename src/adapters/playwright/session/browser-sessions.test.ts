import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HostBusyError, SessionLostError } from '../../../contracts/errors.js';
import { createEgressGuard } from '../../egress/guard.js';
import { redirects, sends, serve, type LocalWeb } from '../../http/testing/local-web.js';
import { createBrowserHost, type BrowserHost } from '../browser-host.js';
import { findChromium } from '../find-chromium.js';
import { Sessions } from './browser-sessions.js';

const describeIf = findChromium() === null ? describe.skip : describe;

let web: LocalWeb;
let other: LocalWeb;
let dataDir: string;
let browsers: BrowserHost;
let sessions: Sessions;
const signal = new AbortController().signal;

const page = (body: string, status = 200) =>
  sends(`<!doctype html><title>A page</title>${body}`, 'text/html; charset=utf-8', status);
/** methods and paths of what changes something */
const posted: string[] = [];

beforeAll(async () => {
  other = await serve({ '/': page('<h1>Elsewhere</h1>') });
  web = await serve({
    '/': page(`<h1>Here</h1><a href="/hop">hop</a><a href="/two-hops" target="_blank">tab hop</a>
      <a href="/fine" target="_blank">tab</a><a href="${other.origin}/">away</a>
      <form action="/posted" method="post" target="_blank"><button>post</button></form>`),
    '/fine': page('<h1>Fine</h1>'),
    '/posted': (request, response) => {
      posted.push(request.method ?? '');
      page('<h1>Posted</h1>')(request, response);
    },
    '/hop': redirects(`${other.origin}/`),
    '/two-hops': redirects('/hop'),
    '/slow': () => undefined,
    '/gone': page('<h1>Not here</h1>', 404),
  });
  dataDir = mkdtempSync(join(tmpdir(), 'sessions-'));
  const guard = createEgressGuard({ allowedPorts: [80, 443], allowedPrivateHosts: [web.hostPort, other.hostPort] });
  browsers = createBrowserHost({
    guard,
    outboundProxy: undefined,
    chromiumPath: undefined,
    dataDir,
    agent: 'SyntheticApiBot/0 (+test)',
    warn: () => undefined,
  });
  sessions = new Sessions({ browsers, guard, seats: 2 });
});
afterAll(async () => {
  await sessions.closeAll();
  await browsers.close();
  await Promise.all([web.close(), other.close()]);
  rmSync(dataDir, { recursive: true, force: true });
});
afterEach(() => Promise.all(['a', 'b', 'c'].map((id) => sessions.close(id))));

const open = (sessionId: string, path = '/') =>
  sessions.open(
    { runId: 'run_a', sessionId, url: `${web.origin}${path}`, pin: [web.hostPort], language: 'en' },
    signal,
  );
const urls = (id: string): string[] => [...sessions.get(id).tabs.values()].map(({ page: tab }) => tab.url());
async function until(check: () => boolean): Promise<void> {
  while (!check()) await new Promise((next) => setTimeout(next, 20));
}

describeIf('browser sessions', () => {
  it('open at their address and tell what came of it', async () => {
    expect(await open('a')).toEqual({ fault: null, url: `${web.origin}/`, title: 'A page', status: 200 });
    expect(await open('b', '/gone')).toMatchObject({ fault: null, status: 404 });
  });

  it('never leave the site of the task, also not over redirects, in new tabs, or by a link', async () => {
    await open('a');
    const session = sessions.get('a');
    const { page: tab } = session.active;
    for (const link of ['hop', 'away']) {
      const before = session.pin.refused().length;
      await tab.getByText(link, { exact: true }).click();
      await until(() => session.pin.refused().length > before);
    }
    await tab.getByText('tab hop').click();
    await until(() => session.pin.refused().length > 2);
    await session.settled();
    expect(urls('a')).toEqual([`${web.origin}/`]);
    expect(session.pin.refused()).toEqual([`${other.origin}/`, `${other.origin}/`, `${other.origin}/`]);
    expect(other.asked).toEqual([]);
  });

  it('say so when the address itself leads to another site, or is none of the public web', async () => {
    expect((await open('a', '/hop')).fault).toMatchObject({ code: 'left_the_site' });
    const opened = await sessions.open(
      { runId: 'run_a', sessionId: 'b', url: 'http://10.0.0.1/', pin: ['10.0.0.1'], language: 'en' },
      signal,
    );
    expect(opened.fault).toMatchObject({ code: 'egress_refused' });
    expect(other.asked).toEqual([]);
  });

  it('follow the tabs that a page opens, and go back to the opener when one closes', async () => {
    await open('a');
    const session = sessions.get('a');
    const { page: first } = session.active;
    await first.getByText('tab', { exact: true }).click();
    await until(() => urls('a').includes(`${web.origin}/fine`));
    expect(session.active).toMatchObject({ id: 't2', opener: 't1' });
    await session.active.page.close();
    expect(session.active.id).toBe('t1');
    await first.getByText('post').click();
    await until(() => urls('a').includes(`${web.origin}/posted`));
    expect(session.active.id).toBe('t3');
    expect(posted).toEqual(['POST']);
  });

  it('connect to no host that confirms payments, and show no payment sheet', async () => {
    await open('a');
    const session = sessions.get('a');
    const { page: tab } = session.active;
    await tab.evaluate(() => fetch('https://api.stripe.com/v1/payment_intents', { mode: 'no-cors' }).catch(() => null));
    expect(session.refusedHosts()).toContain('api.stripe.com');
    const shown = await tab.evaluate(() =>
      'PaymentRequest' in window
        ? new PaymentRequest([{ supportedMethods: 'https://pay.example' }], {
            total: { label: 'x', amount: { currency: 'USD', value: '1' } },
          })
            .show()
            .then(String, String)
        : 'none',
    );
    expect(shown).toMatch(/payments are refused here|none/);
  });

  it('have as many seats as there are, and keep one for a while for who claimed it', async () => {
    expect(sessions.reserve('a')).toBe(true);
    await open('b');
    expect(sessions.reserve('c')).toBe(false);
    await expect(open('c')).rejects.toThrow(HostBusyError);
    await sessions.close('b');
    expect(sessions.reserve('c')).toBe(true);
  });

  it('stop opening when they are told to', async () => {
    const stop = new AbortController();
    const opening = sessions.open(
      { runId: 'run_a', sessionId: 'a', url: `${web.origin}/slow`, pin: [web.hostPort], language: 'en' },
      stop.signal,
    );
    await until(() => web.asked.includes('/slow'));
    stop.abort(new Error('cancelled'));
    await expect(opening).rejects.toThrow('cancelled');
    expect(() => sessions.get('a')).toThrow(SessionLostError);
  });

  it('are lost when their browser crashes', async () => {
    await open('a');
    const { page: tab } = sessions.get('a').active;
    const crashed = new Promise((done) => tab.once('crash', done));
    await tab.goto('chrome://crash').catch(() => undefined);
    await crashed;
    expect(() => sessions.get('a')).toThrow(SessionLostError);
  });
});
