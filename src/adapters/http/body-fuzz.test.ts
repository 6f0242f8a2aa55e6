import fc from 'fast-check';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { BodyContent } from './body-content.js';
import { createBodyPool } from './body-pool.js';
import { contentKind } from './content-kind.js';
import { pdfDate } from './pdf-content.js';
import { readCsv, readJson, readPlainText, readXml } from './plain-content.js';
import { makePdf } from './testing/make-pdf.js';

const pool = createBodyPool({ timeoutMs: 10_000 });
afterAll(() => pool.close());

const OUTCOMES = ['read', 'needs_browser', 'empty', 'broken', 'too_large', 'unsupported'];
const isSound = (content: BodyContent): boolean =>
  OUTCOMES.includes(content.outcome) &&
  (content.outcome !== 'read' ||
    content.spans.every(({ start, end }) => start >= 0 && start < end && end <= content.text.length));

/** Cuts, doubles and overwrites pieces of a file. */
const mutated = (file: Uint8Array): fc.Arbitrary<Uint8Array> =>
  fc
    .array(
      fc.record({
        at: fc.nat(file.length),
        length: fc.nat(40),
        what: fc.oneof(fc.constant('cut' as const), fc.constant('double' as const), fc.uint8Array({ maxLength: 20 })),
      }),
      { minLength: 1, maxLength: 6 },
    )
    .map((edits) => {
      let bytes = Buffer.from(file);
      for (const { at, length, what } of edits) {
        const [before, piece, after] = [
          bytes.subarray(0, at),
          bytes.subarray(at, at + length),
          bytes.subarray(at + length),
        ];
        const middle = what === 'cut' ? [] : what === 'double' ? [piece, piece] : [Buffer.from(what)];
        bytes = Buffer.concat([before, ...middle, after]);
      }
      return Uint8Array.from(bytes);
    });

describe('whatever the bytes', () => {
  it('a PDF that was tampered with ends as an outcome', async () => {
    const pdf = makePdf([['One line about lamps.', 'Another.'], ['The second page.']]);
    await fc.assert(
      fc.asyncProperty(mutated(pdf), async (bytes) => {
        const task = { url: 'http://example.com/a', kind: 'pdf' as const, contentType: null, bytes };
        expect(isSound(await pool.read(task, new AbortController().signal))).toBe(true);
      }),
      { numRuns: 80 },
    );
  });

  it('text, CSV, JSON and XML end as an outcome', () => {
    const xml =
      '<?xml version="1.0"?><rss><channel><title>T</title><item><title>A &amp; B</title><link>http://a/</link><description><![CDATA[<p>x</p>]]></description></item></channel></rss>';
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 500 }),
      mutated(Buffer.from(xml)).map((bytes) => Buffer.from(bytes).toString('latin1')),
      fc.json(),
    );
    fc.assert(
      fc.property(texts, (text) => {
        for (const read of [readPlainText, readCsv, readJson, readXml]) expect(isSound(read(text))).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  it('a kind is found', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1_445 }), fc.option(fc.string()), (head, type) => {
        expect(typeof contentKind(head, type)).toBe('string');
      }),
    );
  });
});

describe('a kind', () => {
  const kind = (body: string, type: string | null = null) => contentKind(Buffer.from(body, 'latin1'), type);
  it.each([
    ['<!-- a comment --> <!DOCTYPE html><html>', null, 'html'],
    ['<html>', 'text/plain', 'html'],
    ['<p>a fragment', 'application/octet-stream', 'html'],
    ['plain words', 'text/html', 'html'],
    ['{"a":1}', null, 'json'],
    ['[1]', 'text/plain', 'text'],
    ['<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom">', 'text/html', 'xml'],
    ['<?xml version="1.0"?><!DOCTYPE html><html>', 'application/xml', 'html'],
    ['<?xml version="1.0"?><svg xmlns="x">', 'text/xml', 'image'],
    ['junk %PDF-1.4', 'text/html', 'pdf'],
    ['PK\x03\x04', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'office'],
    ['PK\x03\x04', null, 'archive'],
    ['anything', 'image/jpeg', 'image'],
    ['anything', 'font/woff2', 'font'],
    ['anything', 'application/x-unheard-of', 'binary'],
    ['a\0b\0c', null, 'binary'],
    ['\xff\xfea\0b\0', null, 'text'],
    ['var a = 1', 'application/javascript', 'text'],
    ['a,b', 'text/csv; charset=utf-8', 'csv'],
    ['', null, 'text'],
  ])('%p sent as %p is %s', (body, type, wanted) => {
    expect(kind(body, type)).toBe(wanted);
  });
});

it.each([
  ['D:20240131120000Z', '2024-01-31T12:00:00Z'],
  ['D:2024', '2024-01-01T00:00:00Z'],
  ['D:20249999', null],
  ['yesterday', null],
  [undefined, null],
])('the date %p of a PDF is %p', (value, wanted) => {
  expect(pdfDate(value)).toBe(wanted);
});

describe('a body pool', () => {
  it('gives the next body its thread when one takes too long, or is given up', async () => {
    const slow = createBodyPool({ timeoutMs: 1, threads: 1 });
    const task = {
      url: 'http://example.com/',
      kind: 'html' as const,
      contentType: null,
      bytes: Buffer.from('<p>words'),
    };
    expect(await slow.read(task, new AbortController().signal)).toMatchObject({ reason: 'parse_timeout' });
    await slow.close();
    const controller = new AbortController();
    const given = pool.read(task, controller.signal);
    controller.abort(new Error('given up'));
    await expect(given).rejects.toThrow('given up');
    expect(isSound(await pool.read(task, new AbortController().signal))).toBe(true);
  });

  it('names a body that takes too much memory', async () => {
    const small = createBodyPool({ heapMb: 24, threads: 1 });
    const bytes = Buffer.from(`<body>${'<p>a b c d'.repeat(200_000)}`);
    const content = await small.read(
      { url: 'http://example.com/', kind: 'html', contentType: null, bytes },
      new AbortController().signal,
    );
    await small.close();
    expect(content).toMatchObject({ outcome: 'too_large', reason: 'parse_memory' });
  });
});
