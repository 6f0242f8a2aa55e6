import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReadOutcome } from '../../ports/page-reader.js';
import { createEgressGuard } from '../egress/guard.js';
import type { HttpReader } from '../http/http-reader.js';
import {
  pageOf,
  readerFor,
  readingConfig,
  redirects,
  sends,
  serve,
  short,
  type LocalWeb,
} from '../http/testing/local-web.js';
import { createBrowserHost, type BrowserHost } from './browser-host.js';
import { findChromium } from './find-chromium.js';
import { createPageRenderer, type RenderLimits } from './page-renderer.js';

const describeIf = findChromium() === null ? describe.skip : describe;

const SENTENCE =
  'The keeper of the light at the end of the long pier climbed up each evening and wrote the weather into a blue book.';
const built = (script: string, rest = ''): string =>
  `<!doctype html><html lang="en"><head><title>A page by scripts</title></head><body><div id="root"></div>${rest}<script>
  const root = document.getElementById('root');
  const say = (text) => { const p = document.createElement('p'); p.textContent = text; root.append(p); };
  ${script}</script></body></html>`;
const SAYS = `for (let i = 0; i < 6; i += 1) say('Number ' + i + '. ${SENTENCE}');`;

let forbidden: LocalWeb;
let web: LocalWeb;
/** another origin, with a robots.txt of its own */
let other: LocalWeb;
let dataDir: string;
let http: HttpReader;
let browsers: BrowserHost;
const warnings: string[] = [];
const told: string[] = [];

function routes(): Parameters<typeof serve>[0] {
  return {
    '/built': sends(built(`setTimeout(() => { ${SAYS} }, 300);`)),
    '/fetched': sends(
      built(`fetch('/words.json').then((a) => a.json()).then((words) => { for (const w of words) say(w); });`),
    ),
    '/words.json': sends(JSON.stringify(Array(6).fill(SENTENCE)), 'application/json'),
    '/missing': sends(built(SAYS), 'text/html', 404),
    '/broken': sends(built(SAYS), 'text/html', 503, { 'retry-after': '7' }),
    '/wall': sends(
      built(
        `root.innerHTML = '<main><h1>Sign in to read</h1><form><label>Email<input type=email name=email></label><label>Password<input type=password name=password></label><button>Sign in</button></form></main>';`,
      ),
    ),
    '/denied': sends(
      '<main><h1>Members</h1><p>Please sign in to continue.</p><form><input type=email name=email><input type=password name=pw><button>Sign in</button></form></main>',
      'text/html',
      403,
    ),
    '/robot': sends(built(`say('Checking your browser before you go on. Please verify that you are a human.');`)),
    '/consent': sends(
      built(`
      const bar = document.createElement('div'); bar.id = 'cookie-banner';
      bar.innerHTML = '<p>We use cookies.</p><button id=yes>Accept all</button><button id=no>Reject all</button>';
      document.body.append(bar);
      for (const id of ['yes', 'no']) document.getElementById(id).onclick = () => { bar.remove(); fetch('/chose-' + id); ${SAYS} };`),
    ),
    '/endless': sends(
      built(`
      let n = 0; const more = () => { for (let i = 0; i < 5; i += 1) say('Item ' + (n += 1) + '. ${SENTENCE}'); };
      more(); root.style.paddingBottom = '3000px'; addEventListener('scroll', more);`),
    ),
    '/shadow': sends(
      built(`const host = document.createElement('section'); root.append(host);
      host.attachShadow({ mode: 'open' }).innerHTML = '<article>' + Array(6).fill('<p>In the shadow. ${SENTENCE}</p>').join('') + '</article>';`),
    ),
    '/framed': sends(built('', `<iframe src="/inner" width="600" height="400"></iframe>`)),
    '/inner': sends(`<article>${`<p>Inside the frame. ${SENTENCE}</p>`.repeat(6)}</article>`),
    '/media': sends(
      built(
        `${SAYS} root.innerHTML += '<img src=/a.png><video src=/b.mp4></video>'; navigator.serviceWorker?.register('/sw.js').catch(() => {});`,
        '<style>@font-face{font-family:x;src:url(/c.woff2)}body{font-family:x}</style>',
      ),
    ),
    '/sw.js': sends('', 'text/javascript'),
    '/onward': sends(built(`location.replace('/built');`)),
    '/hop': redirects('/built'),
    '/inwards': redirects(`${forbidden.origin}/secret`),
    '/to-private': redirects(`${other.origin}/private`),
    '/to-public': redirects(`${other.origin}/public`),
    '/script-to-private': sends(built(`location.replace('${other.origin}/private');`)),
    '/script-to-public': sends(built(`location.replace('${other.origin}/public');`)),
    '/noisy': sends(built(`${SAYS} alert('hello'); open('/built'); onbeforeunload = () => 'stay';`)),
    '/file': sends(new Uint8Array(2000), 'application/octet-stream', 200, { 'content-disposition': 'attachment' }),
    '/hang': sends(built(`${SAYS} for (;;);`)),
    '/hang-later': sends(built(`${SAYS} setTimeout(() => { for (;;); }, 100);`)),
    '/silent': () => undefined,
    '/silent.js': () => undefined,
    '/waiting': sends(built(SAYS, '<script src="/silent.js"></script>')),
    '/huge': sends(built(`root.textContent = 'x'.repeat(3e6);`)),
    '/agent': (request, response) => {
      told.push(`${request.headers['accept-language'] ?? ''} ${request.headers['user-agent'] ?? ''}`);
      response.writeHead(200, { 'content-type': 'text/html' }).end(built(SAYS));
    },
  };
}

beforeAll(async () => {
  if (findChromium() === null) return;
  forbidden = await serve({ '/secret': sends(built(SAYS)) });
  other = await serve({
    '/robots.txt': sends('User-agent: *\nDisallow: /private', 'text/plain'),
    '/private': sends(built(SAYS)),
    '/public': sends(built(SAYS)),
  });
  web = await serve(routes());
  dataDir = mkdtempSync(join(tmpdir(), 'renderer-'));
  http = readerFor([web, other]);
  browsers = createBrowserHost({
    guard: createEgressGuard(readingConfig([web, other])),
    outboundProxy: undefined,
    chromiumPath: undefined,
    dataDir,
    agent: 'SyntheticApiBot/0',
    warn: (message) => warnings.push(message),
  });
});
afterAll(async () => {
  if (findChromium() === null) return;
  await browsers.close();
  await Promise.all([http.close(), web.close(), other.close(), forbidden.close()]);
  rmSync(dataDir, { recursive: true, force: true });
});

function render(
  path: string,
  limits: Partial<RenderLimits> = {},
  signal = new AbortController().signal,
): Promise<ReadOutcome> {
  const renderer = createPageRenderer({ browsers, http, limits, guard: createEgressGuard(readingConfig([web])) });
  const url = path.startsWith('/') ? web.origin + path : path;
  return renderer.render(url, { signal, language: 'de', owner: 'run_1' });
}
const browserPid = (): number =>
  Number(
    readdirSync(join(dataDir, 'browsers'))
      .find((name) => name.endsWith('.json'))
      ?.replace('.json', ''),
  );

describeIf('reading in a browser', () => {
  it.each(['/built', '/fetched', '/shadow', '/framed'])('reads %s, which scripts put together', async (path) => {
    const page = pageOf(await render(path));
    expect(page.text).toContain('wrote the weather into a blue book');
    expect(page).toMatchObject({ how: 'browser', status: 200, url: web.origin + path });
  });

  it('says who it is and which language is wanted', async () => {
    await render('/agent');
    expect(told).toEqual([expect.stringMatching(/^de.* SyntheticApiBot\/0$/)]);
  });

  it('never takes what an error page says for content', async () => {
    expect(await render('/missing')).toMatchObject({ outcome: 'not_found', reason: 'http_404', how: 'browser' });
    expect(await render('/broken')).toMatchObject({ outcome: 'failed', reason: 'http_503', retryAfterMs: 7_000 });
  });

  it('tells a wall from a page, also one with a status that refuses', async () => {
    const login = { outcome: 'gated', reason: 'gate_login', gate: { kind: 'login' }, how: 'browser' };
    expect(await render('/wall')).toMatchObject(login);
    expect(await render('/denied')).toMatchObject({ ...login, status: 403 });
    expect(short(await render('/robot'))).toBe('refused/challenge');
  });

  it('closes a consent banner with one click, refusing where it can', async () => {
    expect(pageOf(await render('/consent')).text).toContain('blue book');
    expect(web.asked.filter((path) => path.startsWith('/chose'))).toEqual(['/chose-no']);
  });

  it('follows a list that grows for a while, not for ever', async () => {
    const { text } = pageOf(await render('/endless', { scrolls: 3 }));
    const last = Math.max(...[...text.matchAll(/Item (\d+)\./g)].map(([, n]) => Number(n)));
    expect(last).toBeGreaterThan(5);
    expect(last).toBeLessThan(200);
  });

  it('loads no pictures, fonts or films and lets no service worker in', async () => {
    pageOf(await render('/media'));
    expect(web.asked.filter((path) => /\.(?:png|mp4|woff2)$|sw\.js/.test(path))).toEqual([]);
  });

  it('follows redirects of servers and scripts and says where the text is from', async () => {
    for (const path of ['/hop', '/onward'])
      expect(pageOf(await render(path))).toMatchObject({ url: web.origin + path, finalUrl: `${web.origin}/built` });
  });

  it('asks robots.txt of another origin it is led to, before a script gets there and before a text is kept', async () => {
    for (const path of ['/script-to-public', '/to-public'])
      expect(pageOf(await render(path)).finalUrl).toBe(`${other.origin}/public`);
    expect(short(await render('/script-to-private'))).toBe('refused/robots_disallowed');
    expect(other.asked).toEqual(['/robots.txt', '/public', '/public']);
    expect(short(await render('/to-private'))).toBe('refused/robots_disallowed');
  });

  it('goes nowhere the egress guard forbids, asked for or redirected to', async () => {
    for (const url of [`${forbidden.origin}/secret`, '/inwards', 'file:///etc/hostname', 'chrome://version/'])
      expect(short(await render(url))).toBe('refused/egress_refused');
    expect(forbidden.asked).toEqual([]);
  });

  it('is held up by no dialog, popup or question on leaving', async () => {
    expect(pageOf(await render('/noisy')).text).toContain('blue book');
  });

  it('leaves files and oversized pages alone by name', async () => {
    expect(short(await render('/file'))).toBe('unsupported/type_binary');
    expect(short(await render('/huge', { htmlCharacters: 1_000_000 }))).toBe('too_large/body_too_large');
  });

  it('ends in time with pages that hang or never answer, and reads the next one', async () => {
    for (const path of ['/hang', '/hang-later'])
      expect(short(await render(path, { totalMs: 4_000 }))).toBe('failed/timeout');
    expect(short(await render('/silent', { answerMs: 1_000 }))).toBe('failed/timeout');
    expect(pageOf(await render('/built')).text).toContain('blue book');
  });

  it('survives the death of its browser: that page may be tried again, the next one is read', async () => {
    await render('/built');
    const pid = browserPid();
    const doomed = render('/silent');
    while (!web.asked.includes('/silent')) await new Promise((next) => setTimeout(next, 20));
    process.kill(pid, 'SIGKILL');
    expect(await doomed).toMatchObject({ outcome: 'failed', reason: 'browser_lost', retryable: true });
    expect(pageOf(await render('/built')).text).toContain('blue book');
    expect(browserPid()).not.toBe(pid);
  });

  it('survives the crash of a tab', async () => {
    const crashing: BrowserHost = {
      open: async (options) => {
        const opened = await browsers.open(options);
        // A page that waits for its script is there, and can crash.
        opened.context.on('request', (request) => {
          const [page] = opened.context.pages();
          if (page === undefined || !request.url().endsWith('/silent.js')) return;
          void opened.context
            .newCDPSession(page)
            .then((session) => session.send('Page.crash'))
            .catch(() => undefined);
        });
        return opened;
      },
      close: () => Promise.resolve(),
    };
    const renderer = createPageRenderer({ browsers: crashing, http, guard: createEgressGuard(readingConfig([web])) });
    const options = { signal: new AbortController().signal, language: 'en', owner: 'run_1' };
    expect(short(await renderer.render(`${web.origin}/waiting`, options))).toBe('failed/browser_lost');
    expect(pageOf(await render('/built')).text).toContain('blue book');
  });

  it('lets go at once when it is cancelled', async () => {
    const stop = new AbortController();
    const seen = web.asked.length;
    const pending = render('/silent', {}, stop.signal);
    while (web.asked.length === seen) await new Promise((next) => setTimeout(next, 20));
    stop.abort(new Error('the run was cancelled'));
    await expect(pending).rejects.toThrow('the run was cancelled');
  });
});

describe('without a browser', () => {
  it('says what to install', async () => {
    const site = await serve({});
    const reader = readerFor([site]);
    const guard = createEgressGuard(readingConfig([site]));
    const none = createBrowserHost({
      guard,
      outboundProxy: undefined,
      chromiumPath: '/nowhere/chromium',
      dataDir: tmpdir(),
      agent: '',
      warn: () => undefined,
    });
    const renderer = createPageRenderer({ browsers: none, http: reader, guard });
    const outcome = await renderer.render(`${site.origin}/`, {
      signal: new AbortController().signal,
      language: 'en',
      owner: 'run_1',
    });
    expect(outcome).toMatchObject({ outcome: 'needs_browser', reason: 'no_browser', retryable: false });
    expect('message' in outcome && outcome.message).toContain('npx playwright install chromium');
    await Promise.all([none.close(), reader.close(), site.close()]);
  });
});
