import { execFile } from 'node:child_process';
import type { ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { article, sends, serve } from './testing/local-web.js';
import type { Handler, LocalWeb } from './testing/local-web.js';
import { makePdf } from './testing/make-pdf.js';

const MIB = 1024 * 1024;
const zeros = (mib: number): Buffer => Buffer.alloc(mib * MIB);
/** 1 GiB in a megabyte: gzip lets whole members follow each other. */
const gzipBomb = (): Buffer => Buffer.concat(Array.from({ length: 16 }, () => gzipSync(zeros(64))));
const brotliBomb = (): Buffer => brotliCompressSync(zeros(256), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
const encoded = (body: Buffer, encoding: string): Handler =>
  sends(body, 'text/html', 200, { 'content-encoding': encoding });

/** Bytes that the server of an endless body handed over before its reader hung up, by path. */
const handedOver = new Map<string, number>();
const endless =
  (type: string): Handler =>
  (request, response) => {
    const { socket } = response;
    response.on('close', () => handedOver.set(request.url ?? '', socket?.bytesWritten ?? 0));
    response.writeHead(200, { 'content-type': type });
    const chunk = Buffer.from('<p>and so on and on </p>'.repeat(2_000));
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more);
    more();
  };
const dripping: Handler = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  const timer = setInterval(() => response.write('<'), 100);
  response.on('close', () => clearInterval(timer));
};
/** Speaks on the bare socket. */
const raw =
  (text: string): Handler =>
  (_request, response: ServerResponse) =>
    void response.socket?.end(text);
const endlessHeaders: Handler = (_request, { socket }) => {
  socket?.write('HTTP/1.1 200 OK\r\n');
  const timer = setInterval(() => socket?.write(`x-${Math.random()}: ${'y'.repeat(4_000)}\r\n`), 5);
  socket?.on('close', () => clearInterval(timer));
};
const hugeByLength: Handler = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html', 'content-length': String(1024 * MIB) });
  response.write('<p>one gigabyte follows');
};

/** One page whose content stream is compressed `mib` MiB of text operators. */
function explodingPdf(mib: number): Buffer {
  const stream = deflateSync(Buffer.from('BT /F1 9 Tf (again) Tj ET\n'.repeat((mib * MIB) / 26)));
  const head = `%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> /Contents 4 0 R >> endobj
4 0 obj << /Length ${stream.length} /Filter /FlateDecode >>
stream
`;
  return Buffer.concat([
    Buffer.from(head),
    stream,
    Buffer.from('\nendstream endobj\ntrailer << /Root 1 0 R >>\n%%EOF'),
  ]);
}
const endlessPages = Buffer.from(
  '%PDF-1.4\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n2 0 obj << /Type /Pages /Kids [2 0 R 2 0 R] /Count 2000000000 >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF',
);
const deepPdf = Buffer.from(
  `%PDF-1.4\n1 0 obj << /Type /Catalog /Pages ${'['.repeat(200_000)} endobj\ntrailer << /Root 1 0 R >>\n%%EOF`,
);

/** Path, what it sends, and how it has to end. Where there are two ways, both keep the caps. */
const HOSTILE: readonly (readonly [string, Handler, RegExp])[] = [
  ['/gzip-bomb', encoded(gzipBomb(), 'gzip'), /^too_large\/body_too_large$/],
  ['/brotli-bomb', encoded(brotliBomb(), 'br'), /^too_large\/body_too_large$/],
  ['/deflate-bomb', encoded(deflateSync(zeros(256)), 'deflate'), /^too_large\/body_too_large$/],
  ['/stacked-bomb', encoded(gzipSync(gzipBomb()), 'gzip, gzip'), /^broken\/content_encoding$/],
  ['/unknown-encoding', encoded(Buffer.from('abc'), 'x-mine'), /^broken\/content_encoding$/],
  ['/not-gzip', encoded(Buffer.from('this is no gzip'), 'gzip'), /^broken\/content_encoding$/],
  ['/endless', endless('text/html'), /^too_large\/body_too_large$/],
  ['/endless-pdf', (request, response) => endless('application/pdf')(request, response), /^(too_large|failed)\//],
  ['/dripping', dripping, /^failed\/timeout$/],
  ['/no-headers', () => undefined, /^failed\/timeout$/],
  ['/endless-headers', endlessHeaders, /^failed\/(bad_http|timeout)$/],
  [
    '/loop',
    (_request, response) => void response.writeHead(302, { location: '/loop' }).end(),
    /^failed\/too_many_redirects$/,
  ],
  [
    '/long-promise',
    raw('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 5000\r\n\r\n<p>short'),
    /^failed\/connection_reset$/,
  ],
  [
    '/short-promise',
    raw(`HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 900\r\n\r\n${article('Short')}`),
    /^(read|empty|failed|broken)/,
  ],
  ['/not-http', raw('220 mail.example.com ESMTP\r\n'), /^failed\/bad_http$/],
  ['/gigabyte', hugeByLength, /^too_large\/body_too_large$/],
  ['/million-elements', sends(`<body>${'<i>a</i>'.repeat(1_000_000)}`), /^(read|too_large\/)/],
  ['/million-paragraphs', sends(`<body><main>${'<p>a b'.repeat(1_000_000)}`), /^(read|too_large\/)/],
  [
    '/deep',
    sends(`<body>${'<div>'.repeat(100_000)}the bottom of it all, where the keeper keeps the lamp`),
    /^(read|empty|needs_browser|too_large)/,
  ],
  ['/attribute', sends(article('Attribute').replace('<p>', `<p title="${'x'.repeat(9.9 * MIB)}">`)), /^read$/],
  ['/nul', sends(article('Nul').replaceAll(' ', ' \0')), /^read$/],
  ['/invalid-bytes', sends(Buffer.concat([Buffer.from(article('Bytes')), Buffer.alloc(MIB, 0xff)])), /^read$/],
  ['/deep-json', sends('['.repeat(5_000_000), 'application/json'), /^(read|too_large\/)/],
  [
    '/deep-xml',
    sends('<?xml version="1.0"?>' + '<a>'.repeat(2_000_000), 'application/xml'),
    /^too_large\/xml_too_complex$/,
  ],
  ['/long-line', sends('word '.repeat(2_000_000), 'text/plain'), /^read$/],
  ['/exploding.pdf', sends(explodingPdf(300), 'application/pdf'), /^(too_large|broken|read|empty)/],
  ['/endless-pages.pdf', sends(endlessPages, 'application/pdf'), /^(too_large|broken|empty)\//],
  ['/deep.pdf', sends(deepPdf, 'application/pdf'), /^(broken|too_large)\//],
];

interface Probed {
  readonly path: string;
  readonly outcome: string;
  readonly grownMib: number;
  readonly next: string;
}

describe('a hostile body', () => {
  let site: LocalWeb;
  let probed: Map<string, Probed>;

  beforeAll(async () => {
    site = await serve({
      ...Object.fromEntries(HOSTILE.map(([path, handler]) => [path, handler])),
      '/fine': sends(article('Fine')),
      '/fine.pdf': sends(makePdf([['A fine page about lighthouses.']]), 'application/pdf'),
    });
    const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
    const probe = fileURLToPath(new URL('./testing/hostile-probe.ts', import.meta.url));
    const paths = HOSTILE.map(([path]) => path);
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--import',
      loader,
      probe,
      site.hostPort,
      ...paths,
    ]);
    probed = new Map(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Probed)
        .map((one) => [one.path, one]),
    );
  }, 480_000);
  afterAll(() => site.close());

  it.each(HOSTILE.map(([path, , wanted]) => [path, wanted] as const))(
    '%s ends as %s within its caps, and the next page is read',
    (path, wanted) => {
      const result = probed.get(path);
      expect(result?.outcome).toMatch(wanted);
      expect(result?.next).toBe('read');
      expect(result?.grownMib).toBeLessThan(200);
    },
  );

  // 10 and 40 MiB are the product's caps; what lies beyond them was under way in the buffers of both ends.
  it.each([
    ['/endless', 10],
    ['/endless-pdf', 40],
  ])('%s is hung up on once %i MiB have come', (path, capMib) => {
    expect(handedOver.get(path)).toBeGreaterThan(0);
    expect(handedOver.get(path)).toBeLessThan((capMib + 16) * MIB);
  });
});
