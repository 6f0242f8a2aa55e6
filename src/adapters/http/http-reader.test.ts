import { execFile } from 'node:child_process';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { article, pageOf, readerFor, readWith, redirects, sends, serve, short } from './testing/local-web.js';
import type { Handler, LocalWeb } from './testing/local-web.js';
import { makePdf } from './testing/make-pdf.js';
import type { HttpReader, HttpReaderDeps } from './http-reader.js';
import { createBodyPool } from './body-pool.js';
import { outcomeOfFault } from './outcomes.js';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function web(routes: Readonly<Record<string, Handler>> | Handler): Promise<LocalWeb> {
  const made = await serve(routes);
  open.push(made);
  return made;
}
const pool = createBodyPool();
afterAll(() => pool.close());

function readerOf(
  webs: readonly LocalWeb[],
  env: Readonly<Record<string, string>> = {},
  deps: Partial<HttpReaderDeps> = {},
): HttpReader {
  const made = readerFor(webs, env, { pool, ...deps });
  open.push(made);
  return made;
}

/** A key and a certificate that nobody vouches for, or null without openssl. */
async function selfSigned(): Promise<{ key: string; cert: string } | null> {
  const args =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=127.0.0.1 -keyout - -out -'.split(
      ' ',
    );
  const made = await promisify(execFile)('openssl', args).catch(() => null);
  return made && { key: made.stdout, cert: made.stdout };
}

describe('a page of HTML', () => {
  it('is read with its text, title, language and final address', async () => {
    const site = await web({ '/old': redirects('/new?utm_source=x#top'), '/new': sends(article('Lighthouses')) });
    const page = pageOf(await readWith(readerOf([site]), `${site.origin}/old`));
    expect(page).toMatchObject({
      url: `${site.origin}/old`,
      finalUrl: `${site.origin}/new?utm_source=x#top`,
      canonicalUrl: `${site.origin}/new`,
      title: 'Lighthouses',
      language: 'en',
      how: 'http',
      status: 200,
    });
    expect(page.text).toContain('Paragraph 6 of Lighthouses');
  });

  it('says who asks and which language is preferred', async () => {
    let seen: Record<string, unknown> = {};
    const site = await web((request, response) => {
      if (request.url !== '/robots.txt') seen = request.headers;
      sends(article('A'))(request, response);
    });
    const reader = readerOf([site], { CONTACT_URL: 'https://operator.example/bot' });
    await reader.read(`${site.origin}/`, { signal: new AbortController().signal, language: 'de' });
    expect(seen['user-agent']).toMatch(/^SyntheticApiBot\/\d+\.\d+\.\d+ \(\+https:\/\/operator\.example\/bot\)$/);
    expect(seen['accept-language']).toBe('de,en;q=0.5');
  });

  it('keeps the canonical link of its own site and ignores that of another', async () => {
    const site = await web({
      '/amp': sends(article('Amp', '<link rel="canonical" href="/full">')),
      '/stolen': sends(article('Stolen', '<link rel="canonical" href="https://elsewhere.example/full">')),
      '/front': sends(article('Front', '<link rel="canonical" href="/">')),
    });
    const reader = readerOf([site]);
    const identity = async (path: string) => pageOf(await readWith(reader, site.origin + path)).canonicalUrl;
    expect(await identity('/amp')).toBe(`${site.origin}/full`);
    expect(await identity('/stolen')).toBe(`${site.origin}/stolen`);
    expect(await identity('/front')).toBe(`${site.origin}/front`);
  });

  it('is followed where a meta refresh leads from a signpost, and kept where it says enough itself', async () => {
    const refresh = (to: string) => `<meta http-equiv="refresh" content="0; url=${to}">`;
    const site = await web({
      '/signpost': sends(`<html><head>${refresh('/full')}</head><body><p>Moved.</p></body></html>`),
      '/full': sends(article('Full', refresh('/elsewhere'))),
      '/loop': sends(`<html><head>${refresh('/loop2')}</head><body><p>Moved.</p></body></html>`),
      '/loop2': sends(`<html><head>${refresh('/loop')}</head><body><p>Moved.</p></body></html>`),
    });
    const reader = readerOf([site]);
    expect(pageOf(await readWith(reader, `${site.origin}/signpost`)).finalUrl).toBe(`${site.origin}/full`);
    expect(short(await readWith(reader, `${site.origin}/loop`))).toBe('failed/too_many_redirects');
  });

  it('built by scripts is reported as one that needs a browser', async () => {
    const shell = `<html><head><title>App</title></head><body><div id="root"></div><noscript>You need to enable JavaScript to run this app.</noscript><script src="/main.js"></script></body></html>`;
    const site = await web({ '/': sends(shell) });
    expect((await readWith(readerOf([site]), `${site.origin}/`)).outcome).toBe('needs_browser');
  });
});

it('a page without text needs a browser where it has scripts, and is empty where it has none', async () => {
  const shell = '<html><head><title>Forum</title></head><body><div id="splash"></div>';
  const site = await web({ '/scripts': sends(`${shell}<script src="/app.js"></script>`), '/none': sends(shell) });
  const reader = readerOf([site]);
  expect((await readWith(reader, `${site.origin}/scripts`)).outcome).toBe('needs_browser');
  expect(short(await readWith(reader, `${site.origin}/none`))).toBe('empty/no_main_text');
});

it('a page that asks for JavaScript yet serves its content is read', async () => {
  const asking = article('Forum').replace(
    '<main>',
    '<noscript>Please enable JavaScript to view this forum.</noscript><main>',
  );
  const site = await web({ '/': sends(asking) });
  expect(pageOf(await readWith(readerOf([site]), `${site.origin}/`)).text).toContain('Paragraph 6 of Forum');
});

describe('statuses', () => {
  it.each([
    [401, 'refused/http_401', false],
    [403, 'refused/http_403', false],
    [404, 'not_found/http_404', false],
    [410, 'not_found/http_410', false],
    [418, 'failed/http_418', false],
    [429, 'failed/http_429', true],
    [451, 'refused/http_451', false],
    [500, 'failed/http_500', true],
    [503, 'failed/http_503', true],
    [204, 'empty/http_204', false],
    [304, 'failed/http_304', false],
  ])('%i is an outcome, and an error page never content', async (status, wanted, retryable) => {
    const site = await web({
      '/': (_q, response) =>
        void response.writeHead(status).end(status === 304 || status === 204 ? undefined : article('Error')),
    });
    const outcome = await readWith(readerOf([site]), `${site.origin}/`);
    expect(short(outcome)).toBe(wanted);
    expect(outcome).toMatchObject({ status, retryable });
  });

  it('gives on what Retry-After asks for, in seconds or as a date', async () => {
    const site = await web({
      '/seconds': sends('', 'text/plain', 429, { 'retry-after': '7' }),
      '/date': sends('', 'text/plain', 503, { 'retry-after': new Date(Date.now() + 20_000).toUTCString() }),
    });
    expect(await readWith(readerOf([site]), `${site.origin}/seconds`)).toMatchObject({ retryAfterMs: 7000 });
    const { retryAfterMs } = (await readWith(readerOf([site]), `${site.origin}/date`)) as { retryAfterMs: number };
    expect(retryAfterMs).toBeGreaterThan(15_000);
    expect(retryAfterMs).toBeLessThanOrEqual(20_000);
  });

  it('leaves a host alone that asks for longer than anybody would wait', async () => {
    const site = await web({ '/': sends('', 'text/plain', 503, { 'retry-after': '3600' }) });
    const reader = readerOf([site]);
    await readWith(reader, `${site.origin}/`);
    expect(short(await readWith(reader, `${site.origin}/other`))).toBe('failed/host_backoff');
    expect(site.asked).toEqual(['/robots.txt', '/']);
  });

  it('opens the circuit of a host after five failures in a row, and of no other', async () => {
    const broken = await web({ '/': sends('', 'text/plain', 500) });
    const fine = await web({ '/': sends(article('Fine')) });
    const reader = readerOf([broken, fine]);
    for (let time = 0; time < 5; time += 1) await readWith(reader, `${broken.origin}/`);
    const asked = broken.asked.length;
    expect(short(await readWith(reader, `${broken.origin}/`))).toBe('failed/circuit_open');
    expect(broken.asked).toHaveLength(asked);
    expect(short(await readWith(reader, `${fine.origin}/`))).toBe('read');
  });
});

describe('conditional requests', () => {
  it('send the validators of the stored copy and take 304 for an answer', async () => {
    const site = await web({
      '/': (request, response) => {
        const same = request.headers['if-none-match'] === '"v1"' && request.headers['if-modified-since'] !== undefined;
        if (same) response.writeHead(304).end();
        else
          sends(article('A'), 'text/html', 200, { etag: '"v1"', 'last-modified': 'Mon, 01 Jan 2024 00:00:00 GMT' })(
            request,
            response,
          );
      },
    });
    const reader = readerOf([site]);
    const { etag, lastModified } = pageOf(await readWith(reader, `${site.origin}/`));
    const again = await reader.read(`${site.origin}/`, {
      signal: new AbortController().signal,
      language: 'en',
      stored: { etag, lastModified },
    });
    expect(again).toEqual({ outcome: 'not_modified', status: 304 });
  });
});

describe('robots.txt', () => {
  it('keeps us out of what it disallows for our token, and is asked once per origin', async () => {
    const site = await web({
      '/robots.txt': sends(
        'User-agent: SyntheticApiBot\nDisallow: /private\n\nUser-agent: *\nDisallow: /',
        'text/plain',
      ),
      '/private/a': sends(article('Private')),
      '/open': sends(article('Open')),
    });
    const reader = readerOf([site]);
    expect(short(await readWith(reader, `${site.origin}/private/a`))).toBe('refused/robots_disallowed');
    expect(short(await readWith(reader, `${site.origin}/open`))).toBe('read');
    expect(site.asked).toEqual(['/robots.txt', '/open']);
  });

  it('binds a redirect target too', async () => {
    const site = await web({
      '/robots.txt': sends('User-agent: *\nDisallow: /private', 'text/plain'),
      '/go': redirects('/private'),
      '/private': sends(article('Private')),
    });
    expect(short(await readWith(readerOf([site]), `${site.origin}/go`))).toBe('refused/robots_disallowed');
    expect(site.asked).not.toContain('/private');
  });

  it.each([
    ['allow', 'read'],
    ['disallow', 'refused/robots_unreachable'],
  ])('that cannot be reached means %s as set', async (setting, wanted) => {
    const site = await web({ '/robots.txt': sends('', 'text/plain', 503), '/': sends(article('A')) });
    expect(short(await readWith(readerOf([site], { ROBOTS_UNREACHABLE: setting }), `${site.origin}/`))).toBe(wanted);
  });

  it('that hangs does not use up the time of the page', async () => {
    const site = await web({ '/robots.txt': () => undefined, '/': sends(article('A')) });
    const reader = readerOf([site], {}, { limits: { robotsMs: 200 } });
    expect(short(await readWith(reader, `${site.origin}/`))).toBe('read');
  });

  it('is never fetched from an address that the guard refuses', async () => {
    const inside = await web({ '/robots.txt': sends('User-agent: *\nDisallow:', 'text/plain') });
    const site = await web({ '/robots.txt': redirects(`${inside.origin}/robots.txt`), '/': sends(article('A')) });
    expect(short(await readWith(readerOf([site]), `${site.origin}/`))).toBe('read');
    expect(inside.asked).toEqual([]);
  });
});

describe('the egress guard', () => {
  it.each([
    'http://127.0.0.1:1/',
    'http://localhost/',
    'http://169.254.169.254/latest/',
    'ftp://example.com/',
    'http://a:b@example.com/',
    'not an address',
  ])('refuses %s', async (url) => {
    expect(short(await readWith(readerOf([]), url))).toBe('refused/egress_refused');
  });

  it('refuses a redirect to a private address before anything is connected', async () => {
    const inside = await web({ '/': sends(article('Secret')) });
    const site = await web({ '/': redirects(`${inside.origin}/`) });
    expect(short(await readWith(readerOf([site]), `${site.origin}/`))).toBe('refused/egress_refused');
    expect(inside.asked).toEqual([]);
    expect(inside.sockets.size).toBe(0);
  });

  it('refuses a name that resolves to a private address', async () => {
    const reader = readerOf(
      [],
      {},
      {
        resolveName: async () => [
          { address: '93.184.216.34', family: 4 },
          { address: '10.0.0.1', family: 4 },
        ],
      },
    );
    expect(short(await readWith(reader, 'http://inside.example.com/'))).toBe('refused/egress_refused');
  });

  it('names a host that does not exist', async () => {
    const resolveName = async () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    expect(short(await readWith(readerOf([], {}, { resolveName }), 'http://nowhere.example.com/'))).toBe(
      'failed/dns_not_found',
    );
  });
});

describe('through OUTBOUND_PROXY', () => {
  it('asks a plain forward proxy with the whole address and leaves resolution to it', async () => {
    const proxy = await web((request, response) => {
      if (request.url?.endsWith('/robots.txt')) response.writeHead(404).end();
      else sends(article(`Through ${request.headers.host}`))(request, response);
    });
    const reader = readerOf([], { OUTBOUND_PROXY: proxy.origin });
    const page = pageOf(await readWith(reader, 'http://far.example.com/page'));
    expect(page.title).toBe('Through far.example.com');
    expect(proxy.asked).toEqual(['http://far.example.com/robots.txt', 'http://far.example.com/page']);
  });

  it('still refuses literals, ports and special names itself', async () => {
    const proxy = await web({});
    const reader = readerOf([], { OUTBOUND_PROXY: proxy.origin });
    for (const url of ['http://10.0.0.1/', 'http://localhost/', 'http://example.com:22/', 'http://metadata.internal/'])
      expect(short(await readWith(reader, url))).toBe('refused/egress_refused');
    expect(proxy.asked).toEqual([]);
  });
});

describe('an encrypted connection', () => {
  it('that the proxy refuses to open is an outcome', async () => {
    const proxy = await web({});
    const reader = readerOf([], { OUTBOUND_PROXY: proxy.origin });
    expect(short(await readWith(reader, 'https://far.example.com/'))).toMatch(
      /^failed\/(proxy_refused|connection_reset)$/,
    );
  });

  it('to a host that does not speak TLS is an outcome', async () => {
    const site = await web({ '/': sends(article('Plain')) });
    const secure = site.origin.replace('http:', 'https:');
    expect(short(await readWith(readerOf([site]), `${secure}/`))).toBe('failed/tls_failed');
  });

  it.each([
    ['CERT_HAS_EXPIRED', 'failed/certificate'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'failed/certificate'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'failed/certificate'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'failed/tls_failed'],
    ['EHOSTUNREACH', 'failed/unreachable'],
    ['EAI_AGAIN', 'failed/dns_failed'],
    ['ETIMEDOUT', 'failed/timeout'],
    ['E_UNHEARD_OF', 'failed/network_error'],
  ])('that fails with %s is %s', (code, wanted) => {
    const error = new Error('outer', { cause: new AggregateError([Object.assign(new Error('inner'), { code })]) });
    expect(short(outcomeOfFault(error, 'example.com'))).toBe(wanted);
  });

  it('is never made where the certificate is not trusted', async () => {
    const made = await selfSigned();
    if (made === null) return console.warn('openssl is missing: no certificate to distrust');
    const server = createTlsServer(made, (_request, response) => void response.end(article('Forged')));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    open.push({ close: async () => void server.close() });
    const hostPort = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const reader = readerOf([], { ALLOWED_PRIVATE_HOSTS: hostPort });
    expect(await readWith(reader, `https://${hostPort}/`)).toMatchObject({
      outcome: 'failed',
      reason: 'certificate',
      retryable: false,
    });
  });
});

describe('an abort', () => {
  it('ends a read at once and leaves no socket', async () => {
    let reached: () => void = () => undefined;
    const atPage = new Promise<void>((resolve) => (reached = resolve));
    const site = await web({ '/': () => reached() });
    const controller = new AbortController();
    const reading = readWith(readerOf([site]), `${site.origin}/`, controller.signal);
    await atPage;
    controller.abort(new Error('the run was cancelled'));
    await expect(reading).rejects.toThrow('the run was cancelled');
    await new Promise<void>((gone) => {
      const look = () => (site.sockets.size === 0 ? gone() : void setTimeout(look, 10));
      look();
    });
    expect(site.sockets.size).toBe(0);
  });

  it('ends a read that only waits for its turn', async () => {
    const site = await web({ '/': () => undefined });
    const reader = readerOf([site]);
    const first = new AbortController();
    const second = new AbortController();
    const hanging = readWith(reader, `${site.origin}/`, first.signal).catch(() => 'first');
    const waiting = readWith(reader, `${site.origin}/`, second.signal).catch(() => 'second');
    second.abort();
    expect(await waiting).toBe('second');
    first.abort();
    expect(await hanging).toBe('first');
  });
});

describe('a turn', () => {
  it("is taken one at a time per host, and waiting for it costs none of the page's own time", async () => {
    let now = 0;
    let most = 0;
    const site = await web((request, response) => {
      if (request.url === '/robots.txt') return void response.writeHead(404).end();
      now += 1;
      most = Math.max(most, now);
      setTimeout(() => {
        now -= 1;
        sends(article('A'))(request, response);
      }, 120);
    });
    const reader = readerOf([site], {}, { limits: { totalMs: 400 } });
    const outcomes = await Promise.all(Array.from({ length: 6 }, (_, at) => readWith(reader, `${site.origin}/${at}`)));
    expect(outcomes.map(short)).toEqual(Array.from({ length: 6 }, () => 'read'));
    expect(most).toBe(1);
  });
});

describe('other kinds', () => {
  it('reads a PDF behind an address without an ending, with its pages', async () => {
    const lines = [
      ['The first page speaks of harbours.', 'And of ships.'],
      ['The second page speaks of lamps and oil.'],
    ];
    const site = await web({ '/paper': sends(makePdf(lines, { title: 'Harbours' }), 'application/octet-stream') });
    const page = pageOf(await readWith(readerOf([site]), `${site.origin}/paper`));
    expect(page).toMatchObject({
      title: 'Harbours',
      author: 'A. Writer',
      how: 'pdf',
      publishedAt: '2024-01-31T12:00:00Z',
    });
    expect(page.spans.map(({ page: number, start, end }) => [number, page.text.slice(start, end)])).toEqual([
      [1, 'The first page speaks of harbours.\nAnd of ships.'],
      [2, 'The second page speaks of lamps and oil.'],
    ]);
  });

  it('reads an HTML page behind .pdf', async () => {
    const site = await web({ '/report.pdf': sends(article('Not a PDF')) });
    expect(pageOf(await readWith(readerOf([site]), `${site.origin}/report.pdf`)).title).toBe('Not a PDF');
  });

  it.each([
    ['encrypted', makePdf([['secret']], { encrypted: true }), 'unsupported/pdf_encrypted'],
    ['scanned', makePdf([[], [], []], { scanned: true }), 'empty/pdf_scanned'],
    ['broken', Buffer.from('%PDF-1.7\nnothing of what should follow'), 'broken/pdf_broken'],
  ])('names a PDF that is %s', async (_name, bytes, wanted) => {
    const site = await web({ '/x': sends(bytes, 'application/pdf') });
    expect(short(await readWith(readerOf([site]), `${site.origin}/x`))).toBe(wanted);
  });

  it('names a PDF that is too large by bytes', async () => {
    const site = await web({ '/x': sends(Buffer.concat([makePdf([['a']]), Buffer.alloc(5000)]), 'application/pdf') });
    const reader = readerOf([site], {}, { limits: { pdfBytes: 4000 } });
    expect(short(await readWith(reader, `${site.origin}/x`))).toBe('too_large/pdf_too_large');
  });

  it.each([
    ['text/plain', 'Just a line of text.', 'Just a line of text.'],
    ['text/markdown', '# The title\n\nSome *text*.', 'Some *text*.'],
    ['application/json', '{"name":"lighthouse","height":37}', '"height": 37'],
    ['text/csv', 'name,height\nlighthouse,37', 'lighthouse,37'],
    [
      'application/rss+xml',
      '<?xml version="1.0"?><rss><channel><title>News</title><item><title>Lamp lit</title><pubDate>Mon, 01 Jan 2024</pubDate><description>&lt;p&gt;The lamp was &lt;b&gt;lit&lt;/b&gt;.&lt;/p&gt;</description></item></channel></rss>',
      '## Lamp lit\nMon, 01 Jan 2024\nThe lamp was lit.',
    ],
    ['application/xml', '<?xml version="1.0"?><list><ship>Anna</ship></list>', 'Anna'],
  ])('reads %s', async (type, body, wanted) => {
    const site = await web({ '/x': sends(body, type) });
    expect(pageOf(await readWith(readerOf([site]), `${site.origin}/x`)).text).toContain(wanted);
  });

  it.each([
    ['image', 'image/png', Buffer.from('89504e470d0a1a0a0000', 'hex')],
    ['archive', 'application/zip', Buffer.from('504b0304000000', 'hex')],
    ['video', 'video/mp4', Buffer.from('\0\0\0\x18ftypmp42')],
    ['audio', 'audio/mpeg', Buffer.from('ID3\x04')],
    ['binary', 'application/octet-stream', Buffer.from([1, 0, 2, 0, 0, 3])],
  ])('refuses an %s by name', async (kind, type, bytes) => {
    const site = await web({ '/x': sends(bytes, type) });
    expect(short(await readWith(readerOf([site]), `${site.origin}/x`))).toBe(`unsupported/type_${kind}`);
  });

  it('says so when there is nothing to read', async () => {
    const site = await web({ '/x': sends('  \n ', 'text/plain') });
    expect(short(await readWith(readerOf([site]), `${site.origin}/x`))).toBe('empty/no_text');
  });
});

describe('an explanation', () => {
  const asked = { signal: new AbortController().signal, language: 'en', explain: true };

  it('tells of a page how it became text, and what was left out', async () => {
    const site = await web({ '/': sends(article('The weir'), 'text/html; charset=utf-8') });
    const outcome = await readerOf([site]).read(`${site.origin}/`, asked);
    if (outcome.outcome !== 'read') throw new Error(outcome.outcome);
    expect(outcome.explanation).toMatchObject({
      kind: 'html',
      contentType: 'text/html; charset=utf-8',
      sizeBytes: Buffer.byteLength(article('The weir')),
      text: { charset: 'utf-8', charsetFrom: 'header', gate: 'none', browserSign: null },
    });
    const kept = outcome.explanation?.text?.choice?.blocks.filter(({ reason }) => reason === 'wanted') ?? [];
    expect(kept.length).toBeGreaterThan(0);
    for (const { text } of kept) expect(outcome.page.text).toContain(text.slice(0, 60));
  });

  it('tells the same of what was not read, and nothing to those who did not ask', async () => {
    const shell = '<body><div id="root"></div><script src="app.js"></script></body>';
    const site = await web({ '/': sends(shell, 'text/html') });
    const reader = readerOf([site]);
    expect(await reader.read(`${site.origin}/`, asked)).toMatchObject({
      outcome: 'needs_browser',
      explanation: { kind: 'html', text: { browserSign: 'script_shell', charsetFrom: 'bytes', words: 0 } },
    });
    expect(await reader.read(`${site.origin}/`, { ...asked, explain: false })).not.toHaveProperty('explanation');
  });

  it('tells of other texts and of PDF what there is to tell', async () => {
    const site = await web({
      '/a': sends('{"height": "12 m"}', 'application/json'),
      '/b': sends(makePdf([['A lighthouse.']]), 'application/pdf'),
    });
    const reader = readerOf([site]);
    const json = await reader.read(`${site.origin}/a`, asked);
    expect(json).toMatchObject({ explanation: { kind: 'json', text: { charset: 'utf-8', charsetFrom: 'bytes' } } });
    expect(json).not.toHaveProperty('explanation.text.choice');
    const pdf = await reader.read(`${site.origin}/b`, asked);
    expect(pdf).toMatchObject({ explanation: { kind: 'pdf', contentType: 'application/pdf' } });
    expect(pdf).not.toHaveProperty('explanation.text');
  });
});

describe('a file', () => {
  it('is read like a page, without any request', async () => {
    const reader = readerOf([]);
    const signal = new AbortController().signal;
    const html = { url: 'file:///tmp/a.html', bytes: Buffer.from(article('From a file')), contentType: null };
    expect(pageOf(await reader.readBytes(html, signal)).title).toBe('From a file');
    const picture = { url: 'file:///tmp/a.png', bytes: Buffer.from('89504e470d0a1a0a', 'hex'), contentType: null };
    expect(short(await reader.readBytes(picture, signal))).toBe('unsupported/type_image');
  });
});
