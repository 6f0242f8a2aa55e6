import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Secret } from '../../../contracts/gates.js';
import { NO_USAGE } from '../../../domain/usage.js';
import type { FieldFinder } from '../../../ports/field-finder.js';
import type { GateEntered, GateOpener } from '../../../ports/gate-opener.js';
import { createEgressGuard } from '../../egress/guard.js';
import type { HttpReader } from '../../http/http-reader.js';
import { readerFor, sends, serve, type Handler, type LocalWeb } from '../../http/testing/local-web.js';
import { createBrowserHost, type BrowserHost } from '../browser-host.js';
import { findChromium } from '../find-chromium.js';
import { createGateOpener } from './gate-opener.js';

const describeIf = findChromium() === null ? describe.skip : describe;
const PASSWORD = 'hunter2 & "canary"';
const HTML_PASSWORD = PASSWORD.replace('&', '&amp;').replaceAll('"', '&quot;');
const LOGIN: Secret = { email: 'a@example.com', password: PASSWORD };
const STORY = Array.from(
  { length: 6 },
  (_, n) =>
    `<p>Day ${n + 1}: the keeper of the light climbed up in the evening and wrote the weather into a blue book.</p>`,
).join('');

const page = (body: string, status = 200): Handler =>
  sends(`<!doctype html><html lang="en"><title>Members</title><main>${body}</main></html>`, 'text/html', status);
const form = (action: string, { method = 'post', button = 'Sign in', more = '' } = {}): string => `
  <h1>Members only</h1><p>Sign in to read the briefing.</p>
  <form action="${action}" method="${method}">
    <label>Email <input type="email" name="email"></label>
    <label>Password <input type="password" name="password" autocomplete="current-password"></label>${more}
    <button>${button}</button>
  </form>`;

/** what the sites were sent, as bodies */
const received: { readonly site: string; readonly body: string }[] = [];
const takes =
  (site: string, then: Handler): Handler =>
  (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      received.push({ site, body });
      then(request, response);
    });
  };
const onTo =
  (status: number, location: string): Handler =>
  (_request, response) =>
    void response.writeHead(status, { location }).end();

let other: LocalWeb;
let web: LocalWeb;
let dataDir: string;
let http: HttpReader;
let browsers: BrowserHost;
let opener: GateOpener;
/** what the finder was asked, and what it says: a place among the fields */
const asked: { readonly wanted: string; readonly candidates: readonly string[] }[] = [];
let place: number | null = null;
const finder: FieldFinder = {
  find: async (wanted, candidates) => {
    asked.push({ wanted, candidates });
    return { place, usage: { ...NO_USAGE, model_calls: 1 } };
  },
};

describeIf('opening a gate', () => {
  beforeAll(async () => {
    other = await serve({ '/steal': takes('other', page('<h1>Thanks</h1>')), '/login': page(form('/steal')) });
    web = await serve({
      '/wall': page(form('/in')),
      '/in': takes('here', page(STORY)),
      '/hops': page(form('/hop')),
      '/hop': takes('here', onTo(307, '/hop-2')),
      '/hop-2': takes('here', onTo(307, `${other.origin}/steal`)),
      '/elsewhere': page(form(`${other.origin}/steal`)),
      '/moved': onTo(302, `${other.origin}/login`),
      '/echo': page(form('/echoes')),
      '/echoes': takes(
        'here',
        page(
          `${STORY}<p>Dear reader, this morning you typed ${HTML_PASSWORD} into the box at the door of our house.</p>${STORY}`,
        ),
      ),
      '/buy': page(form('/in', { button: 'Complete purchase — $49' })),
      '/nothing': page(`<h1>Members only</h1><p>Sign in to read.</p>`),
      '/goal': (request, response) =>
        page(request.headers.cookie?.includes('in=1') ? STORY : form('/goal-in'))(request, response),
      '/goal-in': takes(
        'here',
        (_request, response) =>
          void response.writeHead(303, { location: '/dashboard', 'set-cookie': 'in=1; Path=/' }).end(),
      ),
      '/dashboard': page('<h1>Welcome back</h1><p>Your account.</p>'),
      '/odd': page(`<h1>Members only</h1><p>Sign in to read.</p><form action="/in" method="post">
        <input name="q7" aria-label="Wie heißt du hier?"><input type="password" name="p"><input name="q8"><button>Los</button></form>`),
      '/odd-code': page(
        `<h1>Members only</h1><form action="/in" method="post"><input name="k" aria-label="Sechs Ziffern"><button>Los</button></form>`,
      ),
      '/covered': page(`${form('/in')}<div style="position:fixed;inset:0;background:#fff;z-index:9">Please wait</div>`),
      '/wrong': page(form('/refuses')),
      '/refuses': takes('here', page(`<p role="alert">Falsches Passwort</p>${form('/refuses')}`)),
      '/silent': page(form('/silent-in')),
      '/silent-in': takes('here', page(form('/silent-in'))),
    });
    dataDir = mkdtempSync(join(tmpdir(), 'gates-'));
    const guard = createEgressGuard({ allowedPorts: [80, 443], allowedPrivateHosts: [web.hostPort, other.hostPort] });
    const agent = 'SyntheticApiBot/0 (+test)';
    const warn = (): void => undefined;
    browsers = createBrowserHost({ guard, outboundProxy: undefined, chromiumPath: undefined, dataDir, agent, warn });
    http = readerFor([web, other]);
    opener = createGateOpener({ browsers, guard, http, finder, holdMs: 60_000 });
  });
  afterAll(async () => {
    await opener.close();
    await browsers.close();
    await http.close();
    await Promise.all([web.close(), other.close()]);
    rmSync(dataDir, { recursive: true, force: true });
  });

  const enter = async (path: string, secret = LOGIN): Promise<GateEntered> => {
    received.length = 0;
    const visit = { url: web.origin + path, language: 'en', owner: 'run_1', sessionId: path };
    const entered = await opener.enter(visit, secret, new AbortController().signal);
    expect(JSON.stringify({ ...entered, audit: entered.audit.map(({ what }) => what) })).not.toContain('hunter2');
    return entered;
  };
  const sentTo = (site: string): number => received.filter((one) => one.site === site).length;

  it('reads what stands behind it', async () => {
    expect(await enter('/wall')).toMatchObject({ outcome: 'opened', reason: null });
    expect(received).toHaveLength(1);
  });

  it('comes back to the page that was asked for, when the site leads to its own after a sign-in', async () => {
    const { outcome, read } = await enter('/goal');
    expect(outcome).toBe('opened');
    expect(read?.page.text).toContain('blue book');
  });

  it.each([
    ['a redirect after the answer, some hops away', '/hops'],
    ['the form itself', '/elsewhere'],
    ['the address of the gate', '/moved'],
  ])('sends nothing to another origin that %s leads to', async (_name, path) => {
    expect(await enter(path)).toMatchObject({ outcome: 'not_opened', reason: 'other_origin', read: null });
    expect(sentTo('other')).toBe(0);
  });

  it('takes out of the page what it shows again of what was typed', async () => {
    const { outcome, read } = await enter('/echo');
    expect(outcome).toBe('opened');
    expect(read?.page.text).toContain('[REDACTED]');
    expect(read?.page.text).toContain('blue book');
  });

  it('does not press what looks like a payment', async () => {
    expect(await enter('/buy')).toMatchObject({ outcome: 'not_opened', reason: 'payment' });
    expect(received).toEqual([]);
  });

  it.each([
    ['/nothing', 'no_field'],
    ['/covered', 'field_unusable'],
  ])('types into nothing but an empty field that can be seen (%s)', async (path, reason) => {
    expect(await enter(path)).toMatchObject({ outcome: 'not_opened', reason });
    expect(received).toEqual([]);
  });

  it('asks which field is meant where the markup does not tell, and never tells what is typed', async () => {
    place = 0;
    const visit = { url: `${web.origin}/odd-code`, language: 'en', owner: 'run_1', sessionId: 'odd' };
    received.length = 0;
    const entered = await opener.enter(visit, { code: '246810' }, new AbortController().signal);
    expect(entered).toMatchObject({ outcome: 'opened', usage: { model_calls: 1 } });
    expect(received[0]?.body).toBe('k=246810');
    expect(asked).toEqual([{ wanted: 'code', candidates: ['name=k, aria-label=Sechs Ziffern, label=Sechs Ziffern'] }]);
    place = null;
    expect(await enter('/nothing')).toMatchObject({ reason: 'no_field' });
    expect(JSON.stringify(asked)).not.toMatch(/246810|hunter2/);
  });

  it('takes the field beside a password for the name, whatever it is called', async () => {
    expect(await enter('/odd')).toMatchObject({ outcome: 'opened' });
    expect(new URLSearchParams(received[0]?.body).get('q7')).toBe(LOGIN.email);
  });

  it('tells a wrong password, where the page says so, from a page that stays closed', async () => {
    expect(await enter('/wrong')).toMatchObject({ outcome: 'wrong_answer', reason: 'wrong_password' });
    expect(await enter('/silent')).toMatchObject({ outcome: 'not_opened', reason: 'still_closed' });
  });

  it('has no session for a second factor that nobody asked for', async () => {
    const visit = { url: `${web.origin}/wall`, language: 'en', owner: 'run_1', sessionId: 'none' };
    const entered = await opener.enterCode(visit, { code: '246810' }, new AbortController().signal);
    expect(entered).toMatchObject({ outcome: 'session_lost', reason: 'session_lost' });
  });

  it('ends with its caller', async () => {
    const visit = { url: `${web.origin}/wall`, language: 'en', owner: 'run_1', sessionId: 'gone' };
    await expect(opener.enter(visit, LOGIN, AbortSignal.abort(new Error('cancelled')))).rejects.toThrow('cancelled');
  });
});
