import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { chunkText, estimateTokens } from './chunking.js';

const chunks = (text: string) => chunkText({ pageId: 'p', text });
const sentence = (n: number): string => `Sentence number ${n} tells of the things that happened in that very year.`;
const paragraph = (from: number, count: number): string =>
  Array.from({ length: count }, (_, n) => sentence(from + n)).join(' ');

const anyPiece = fc.oneof(
  fc.constantFrom(
    '# Heading\n',
    '\n\n',
    '\n',
    '- item one\n',
    'a | b | c\n',
    '```\n',
    'As follows:\n\n',
    ' ',
    '. ',
    '。',
  ),
  fc.constantFrom('word', 'Longerword', '3.5', '東京都', '𝄞', '\ud800', 'x'.repeat(3_000)),
  fc.nat(40).map((n) => paragraph(n, (n % 7) + 1)),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const anyText = fc.array(anyPiece, { maxLength: 60 }).map((parts) => parts.join(''));

describe('passages', () => {
  it('hold all of the text but white space, at exact offsets, in order, within the size', () => {
    fc.assert(
      fc.property(anyText, fc.array(fc.nat(5_000)), (text, cuts) => {
        const bounds = [...new Set(cuts.filter((cut) => cut < text.length))].sort((a, b) => a - b);
        const spans = bounds.map((start, n) => ({ page: n + 1, start, end: bounds[n + 1] ?? text.length }));
        const made = chunkText({ pageId: 'p', text, spans });
        const covered = new Uint8Array(text.length);
        made.forEach((chunk, n) => {
          expect(chunk.index).toBe(n);
          expect(text.slice(chunk.start, chunk.end)).toBe(chunk.text);
          expect(chunk.text.trim()).not.toBe('');
          expect(estimateTokens(chunk.text)).toBeLessThanOrEqual(260);
          if (n > 0) expect(chunk.start).toBeGreaterThan(made[n - 1]!.start);
          expect(bounds.filter((bound) => bound > chunk.start && bound < chunk.end)).toEqual([]);
          covered.fill(1, chunk.start, chunk.end);
        });
        [...covered].forEach((yes, at) => {
          if (!yes) expect(text[at]!.trim()).toBe('');
        });
      }),
      { numRuns: 300 },
    );
  });

  it('begin and end with sentences, and repeat one where a paragraph is cut', () => {
    const made = chunks(paragraph(1, 40));
    expect(made.length).toBeGreaterThan(2);
    for (const chunk of made.slice(0, -1)) {
      expect(chunk.text).toMatch(/^Sentence number .*year\.$/s);
      expect(estimateTokens(chunk.text)).toBeGreaterThan(120);
    }
    expect(made[1]!.start).toBeLessThan(made[0]!.end);
  });

  it('keep a heading, a plain title and a line that leads on with what follows', () => {
    for (const lead of ['# The heading', 'A plain title', 'The prices are as follows:']) {
      const text = `${paragraph(1, 10)}\n\n${lead}\n\n- ${sentence(50)}\n- ${sentence(51)}\n- ${sentence(52)}`;
      const holder = chunks(text).filter((chunk) => chunk.text.includes(lead));
      expect(holder).toHaveLength(1);
      expect(holder[0]!.text).toContain('number 50');
    }
  });

  it.each([
    ['list', (n: number) => `- item ${n} of the list`],
    ['table', (n: number) => `row ${n} | value ${n} | more`],
    ['code', (n: number) => (n === 0 || n === 14 ? '```' : `  call(${n}, "value");`)],
  ])('do not tear a %s that fits', (_kind, line) => {
    const block = Array.from({ length: 15 }, (_, n) => line(n)).join('\n');
    const made = chunks(`${paragraph(1, 9)}\n\n${block}\n\n${paragraph(20, 9)}`);
    expect(made.filter((chunk) => chunk.text.includes(block))).toHaveLength(1);
  });

  it('cut a long table between its rows', () => {
    const rows = Array.from({ length: 200 }, (_, n) => `row ${n} | value ${n} | more`);
    for (const chunk of chunks(rows.join('\n'))) {
      for (const line of chunk.text.split('\n')) expect(rows).toContain(line);
    }
  });

  it('of a PDF stay within one of its pages', () => {
    const [one, two] = [paragraph(1, 3), paragraph(10, 3)];
    const text = `${one}\n\n${two}`;
    const spans = [
      { page: 1, start: 0, end: one.length },
      { page: 2, start: one.length + 2, end: text.length },
    ];
    expect(chunkText({ pageId: 'p', text, spans }).map((chunk) => chunk.text)).toEqual([one, two]);
  });

  it('take little time for a page without a space or a stop', () => {
    expect(chunks('x'.repeat(300_000)).length).toBeGreaterThan(100);
    expect(chunks('.\n'.repeat(50_000)).length).toBeGreaterThan(10);
  });
});
