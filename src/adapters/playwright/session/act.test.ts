/** What pages do to a hand: each fault page has its right end. Real Chromium, pages of our own. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ActResult, Decision } from '../../../contracts/acting.js';
import { SessionLostError } from '../../../contracts/errors.js';
import { nameOf, renderLine } from '../../../domain/acting/snapshot.js';
import type { Observed } from '../../../ports/browser-sessions.js';
import { createEgressGuard } from '../../egress/guard.js';
import { sends, serve, type Handler, type LocalWeb } from '../../http/testing/local-web.js';
import { createBrowserHost, type BrowserHost } from '../browser-host.js';
import { findChromium } from '../find-chromium.js';
import { Sessions } from './browser-sessions.js';

const describeIf = findChromium() === null ? describe.skip : describe;

const say = `const say = (text) => { document.body.append(Object.assign(document.createElement('p'), { textContent: text })); };`;
const page = (body: string): Handler => sends(`<!doctype html><title>A page</title>${body}<script>${say}</script>`);

/** How often each path was posted to. */
const posts = new Map<string, number>();
const counted =
  (then: Handler): Handler =>
  (request, response) => {
    const path = request.url ?? '';
    if (request.method === 'POST') posts.set(path, (posts.get(path) ?? 0) + 1);
    then(request, response);
  };

let web: LocalWeb;
let other: LocalWeb;
let dataDir: string;
let browsers: BrowserHost;
let sessions: Sessions;
const signal = new AbortController().signal;

const PAGES = (elsewhere: string): Record<string, Handler> => ({
  '/secret': page(
    '<label>Password <input type="password" value="hunter2-canary"></label><input aria-label="Card" autocomplete="cc-number" value="4111-canary">',
  ),
  '/overlay': page(
    '<button onclick="say(\'pressed\')">Go on</button><div id="veil" style="position:fixed;inset:0;background:#0008"></div>',
  ),
  '/consent':
    page(`<button onclick="say('pressed')">Go on</button><div id="cookie-banner" style="position:fixed;inset:0;background:#fff">
    <p>We use cookies</p><button onclick="this.parentElement.remove()">Reject all</button></div>`),
  '/confirm': page(
    `<button onclick="say(confirm('Really leave the list?') ? 'left' : 'stayed')">Leave the list</button>`,
  ),
  '/alerts': page(`<button onclick="for (let i = 0; i < 30; i++) alert('again ' + i); say('over')">Go on</button>`),
  '/tab': page(`<a href="/fine" target="_blank">A new tab</a>`),
  '/fine': page('<h1>Fine</h1>'),
  '/file': page('<a href="/report.pdf" download>Report</a><a href="/empty.bin" download>Empty</a>'),
  '/report.pdf': sends('%PDF-1.7 a report', 'application/pdf'),
  '/empty.bin': sends('', 'application/octet-stream'),
  '/upload': page(
    `<label>Your file <input type="file" onchange="this.files[0].text().then((text) => say(this.files[0].name + ': ' + text))"></label>`,
  ),
  '/select': page(
    `<label>Rhythm <select onchange="say('chose ' + this.value)"><option value="w">Weekly</option><option value="m">Monthly</option></select></label>`,
  ),
  '/aria-select':
    page(`<div role="combobox" aria-label="Rhythm" aria-expanded="false" tabindex="0" onclick="document.querySelector('ul').hidden = false">choose</div>
    <ul role="listbox" hidden><li role="option" onclick="say('chose weekly')">Weekly</li><li role="option" onclick="say('chose monthly')">Monthly</li></ul>`),
  '/delayed': page(
    `<button disabled onclick="say('pressed')">Go on</button><script>setTimeout(() => { document.querySelector('button').disabled = false; }, 1200);</script>`,
  ),
  '/disabled': page('<button disabled>Go on</button>'),
  '/moving': page(`<button style="position:absolute" onclick="say('pressed')">Go on</button><script>let x = 0;
    const move = () => { document.querySelector('button').style.left = (x += 7) % 300 + 'px'; requestAnimationFrame(move); }; move();</script>`),
  '/frames': page(`<iframe title="near" src="/inner"></iframe><iframe title="far" src="${elsewhere}/inner"></iframe>`),
  '/inner': page(`<button onclick="say('pressed inside')">Inside near</button>`),
  '/shadow':
    page(`<div id="host"></div><script>document.getElementById('host').attachShadow({ mode: 'open' }).innerHTML = '<button>In the shadow</button><p></p>';
    document.getElementById('host').shadowRoot.querySelector('button').onclick = () => { document.getElementById('host').shadowRoot.querySelector('p').textContent = 'pressed there'; };</script>`),
  '/rich': page('<div contenteditable="true" role="textbox" aria-label="Message"></div>'),
  '/spinner': page(
    `<div id="s">|</div><button onclick="say('pressed')">Go on</button><script>setInterval(() => { document.getElementById('s').textContent += '|'; }, 50);</script>`,
  ),
  '/reloads': page(`<button>Go on</button><script>setTimeout(() => location.reload(), 700);</script>`),
  '/hangs': page(`<button onclick="for (;;);">Go on</button>`),
  '/double': page('<form method="post" action="/slow"><button>Send it in</button></form>'),
  '/slow': counted(
    (_request, response) =>
      void setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Received</h1>'), 1_500),
  ),
  '/dead': page('<form method="post" action="/never"><button>Send it in</button></form>'),
  '/never': counted(() => undefined),
  '/broken': page('<form method="post" action="/500"><button>Send it in</button></form>'),
  '/500': counted(sends('<h1>Something broke</h1>', 'text/html', 500)),
  '/buy': page(
    `<form method="post" action="/bought"><label>Card number <input autocomplete="cc-number"></label><button><svg width="10" height="10"></svg></button></form>`,
  ),
  '/bought': counted(page('<h1>Bought</h1>')),
  '/inner-scroll': page(
    `<div style="height:120px;overflow:auto" tabindex="0" role="region" aria-label="Terms"><div style="height:2000px">long</div><p>the end</p></div>`,
  ),
});

beforeAll(async () => {
  other = await serve({ '/inner': page(`<button onclick="say('pressed afar')">Inside far</button>`) });
  web = await serve(PAGES(other.origin));
  dataDir = mkdtempSync(join(tmpdir(), 'acts-'));
  const guard = createEgressGuard({ allowedPorts: [80, 443], allowedPrivateHosts: [web.hostPort, other.hostPort] });
  const agent = 'SyntheticApiBot/0 (+test)';
  browsers = createBrowserHost({
    guard,
    outboundProxy: undefined,
    chromiumPath: undefined,
    dataDir,
    agent,
    warn: () => undefined,
  });
  sessions = new Sessions({ browsers, guard });
});
afterAll(async () => {
  await sessions.closeAll();
  await browsers.close();
  await Promise.all([web.close(), other.close()]);
  rmSync(dataDir, { recursive: true, force: true });
});
afterEach(() => sessions.close('s'));

const NOTHING: Decision = {
  action: 'click',
  ref: null,
  point: null,
  target: '',
  reason: '',
  input: null,
  text: null,
  direction: null,
  tab: null,
  onto: null,
  accept: null,
  fields: [],
  evidence: null,
};

async function open(path: string): Promise<void> {
  const url = `${web.origin}${path}`;
  const opened = await sessions.open(
    { runId: 'run_a', sessionId: 's', url, pin: [web.hostPort], language: 'en' },
    signal,
  );
  expect(opened.fault).toBeNull();
}
const observe = (): Promise<Observed> => sessions.observe('s', signal);
const told = ({ lines }: Observed): string => lines.map((line) => renderLine(line, false)).join('\n');

/** Acts on the element of that label, by its ref. */
async function act(label: string, decision: Partial<Decision> = {}, value: string | null = null): Promise<ActResult> {
  const { lines } = await observe();
  const ref = lines.find((line) => nameOf(line).includes(label) && line.ref !== null)?.ref ?? null;
  return sessions.act(
    {
      runId: 'run_a',
      sessionId: 's',
      n: 1,
      decision: { ...NOTHING, ref, target: label, ...decision },
      value,
      approved: null,
      stalled: false,
      values: {},
      remembered: null,
    },
    { signal, deadline: performance.now() + 20_000, begin: () => Promise.resolve(), performed: () => undefined },
  );
}

describeIf('an act on a page', () => {
  it('never lets a password or a card number out of the page', async () => {
    await open('/secret');
    const seen = await observe();
    expect(told(seen)).toContain('[masked]');
    expect(JSON.stringify(seen.lines)).not.toContain('canary');
    expect(seen.observation.signIn).toBe(true);
    expect(await sessions.get('s').active.page.locator('input').first().inputValue()).toBe('hunter2-canary');
  });

  it('names what covers an element, and does not press through it', async () => {
    await open('/overlay');
    expect(await act('Go on')).toMatchObject({
      outcome: 'not_done',
      blockedBy: expect.stringContaining('veil') as unknown,
    });
    expect(told(await observe())).not.toContain('pressed');
  });

  it('closes a consent banner by its own button, and goes on', async () => {
    await open('/consent');
    expect(await act('Go on')).toMatchObject({ outcome: 'done', appeared: ['paragraph pressed'] });
  });

  it.each([
    [true, 'left'],
    [false, 'stayed'],
  ])('makes a confirm a step of its own (%s)', async (accept, words) => {
    await open('/confirm');
    const pressed = await act('Leave the list');
    if (pressed.outcome === 'done') {
      expect((await observe()).observation.dialog).toEqual({ kind: 'confirm', message: 'Really leave the list?' });
      const answered = await act('', { action: 'answer-dialog', accept });
      expect(['done', 'needs_approval']).toContain(answered.outcome);
      if (answered.outcome === 'done') expect(told(await observe())).toContain(words);
    } else expect(pressed.outcome).toBe('needs_approval');
  });

  it('lets a storm of alerts pass', async () => {
    await open('/alerts');
    expect(await act('Go on')).toMatchObject({ outcome: 'done' });
    const { observation, lines } = await observe();
    expect(observation.notices.length).toBeGreaterThan(5);
    expect(lines.map(({ text }) => text)).toContain('over');
  });

  it('follows a new tab', async () => {
    await open('/tab');
    expect(await act('A new tab')).toMatchObject({ outcome: 'done', url: `${web.origin}/fine` });
    expect((await observe()).observation.tabs.map(({ id, active }) => [id, active])).toEqual([
      ['t1', false],
      ['t2', true],
    ]);
    expect(await act('', { action: 'switch-tab', tab: 't1' })).toMatchObject({
      outcome: 'done',
      url: `${web.origin}/tab`,
    });
  });

  it('proves a download by its bytes', async () => {
    await open('/file');
    const result = await act('Report', { action: 'download' });
    expect(result).toMatchObject({
      outcome: 'done',
      download: { name: 'report.pdf', bytes: 17, type: 'application/pdf' },
    });
    expect(await act('Empty', { action: 'download' })).toMatchObject({ outcome: 'unknown', download: null });
  });

  it('gives a file only after a person approved', async () => {
    await open('/upload');
    const asked = await act('Your file', { action: 'upload', input: 'cv' }, 'data:text/plain;name=cv.txt,hello');
    expect(asked).toMatchObject({ outcome: 'needs_approval', effect: { risk: 'send' } });
  });

  it.each(['/select', '/aria-select'])('chooses an option of %s', async (path) => {
    await open(path);
    expect(await act('Rhythm', { action: 'select', text: 'Monthly' })).toMatchObject({ outcome: 'done' });
    expect(told(await observe())).toMatch(/chose m/u);
  });

  it('waits for a button that is switched on late, and says when it stays off', async () => {
    await open('/delayed');
    expect(await act('Go on')).toMatchObject({
      outcome: 'done',
      appeared: expect.arrayContaining(['paragraph pressed']) as unknown,
    });
    await open('/disabled');
    expect(await act('Go on')).toMatchObject({ outcome: 'not_done', detail: 'It is switched off.' });
  });

  it('says that a button that never stands still was not pressed', async () => {
    await open('/moving');
    expect(await act('Go on')).toMatchObject({ outcome: 'not_done' });
  });

  it('reaches into frames of its own and of another origin, and into shadow roots', async () => {
    await open('/frames');
    expect(await act('Inside near')).toMatchObject({ outcome: 'done', appeared: ['paragraph pressed inside'] });
    expect(await act('Inside far')).toMatchObject({ outcome: 'done', appeared: ['paragraph pressed afar'] });
    await open('/shadow');
    expect(await act('In the shadow')).toMatchObject({ outcome: 'done', appeared: ['paragraph pressed there'] });
  });

  it('types into a rich text editor', async () => {
    await open('/rich');
    expect(await act('Message', { action: 'type', input: 'note' }, 'Good morning')).toMatchObject({ outcome: 'done' });
    // The driver's snapshot leaves out what stands in an editor; the page has it.
    expect(await sessions.get('s').active.page.locator('div').innerText()).toBe('Good morning');
  });

  it('is not held up by a spinner that never ends, or by a page that reloads itself', async () => {
    await open('/spinner');
    expect(await act('Go on')).toMatchObject({ outcome: 'done' });
    await open('/reloads');
    expect(told(await observe())).toContain('Go on');
  });

  it('scrolls an inner area', async () => {
    await open('/inner-scroll');
    expect(await act('Terms', { action: 'scroll', direction: 'down' })).toMatchObject({ outcome: 'done' });
    const top = await sessions.get('s').active.page.evaluate('document.querySelector("div").scrollTop');
    expect(top).toBeGreaterThan(50);
  });

  it('presses once what answers slowly', async () => {
    await open('/double');
    const result = await act('Send it in');
    expect(result).toMatchObject({ outcome: 'done', wrote: true });
    expect(posts.get('/slow')).toBe(1);
  });

  it('does not know what became of a form that is never answered, and has sent it once', async () => {
    await open('/dead');
    expect(await act('Send it in')).toMatchObject({ outcome: 'unknown', wrote: true });
    expect(posts.get('/never')).toBe(1);
  });

  it('tells an error page by its status', async () => {
    await open('/broken');
    expect(await act('Send it in')).toMatchObject({ outcome: 'done', wrote: true });
    expect((await observe()).observation.status).toBe(500);
    expect(posts.get('/500')).toBe(1);
  });

  it('never presses an icon that pays', async () => {
    await open('/buy');
    const { lines } = await observe();
    const button = lines.find(({ role }) => role === 'button');
    const result = await act('', { ref: button?.ref ?? null, target: 'continue' });
    expect(result).toMatchObject({ outcome: 'refused', layer: expect.any(String) as unknown });
    expect(posts.get('/bought')).toBeUndefined();
  });

  it('loses its session, and says so, when the page hangs for good', async () => {
    await open('/hangs');
    await expect(act('Go on')).rejects.toThrow(SessionLostError);
    expect(() => sessions.get('s')).toThrow(SessionLostError);
  });

  it('closes the session when it is cancelled', async () => {
    await open('/dead');
    const stop = new AbortController();
    const { lines } = await observe();
    const ref = lines.find((line) => nameOf(line).includes('Send it in'))?.ref ?? null;
    const before = posts.get('/never') ?? 0;
    const acting = sessions.act(
      {
        runId: 'run_a',
        sessionId: 's',
        n: 1,
        decision: { ...NOTHING, ref, target: 'Send it in' },
        value: null,
        approved: null,
        stalled: false,
        values: {},
        remembered: null,
      },
      {
        signal: stop.signal,
        deadline: performance.now() + 20_000,
        begin: () => Promise.resolve(),
        performed: () => stop.abort(new Error('cancelled')),
      },
    );
    await expect(acting).rejects.toThrow('cancelled');
    expect(() => sessions.get('s')).toThrow(SessionLostError);
    expect((posts.get('/never') ?? 0) - before).toBeLessThanOrEqual(1);
  });
});
