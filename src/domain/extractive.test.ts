import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { DraftedAnswer } from '../contracts/run.js';
import type { StoredPage } from '../ports/page-store.js';
import { chunkText } from './chunking.js';
import { composeExtractive } from './extractive.js';

const page = (over: Partial<StoredPage> & { text: string }): StoredPage => {
  const url = over.url ?? `https://example.org/${over.pageId ?? 'a'}`;
  return {
    pageId: 'a',
    url,
    finalUrl: url,
    canonicalUrl: url,
    title: 'A page',
    author: null,
    publishedAt: null,
    language: 'en',
    how: 'http',
    status: 200,
    spans: [],
    extractor: 'test-1',
    etag: null,
    lastModified: null,
    retrievedAt: '2026-11-30T12:00:00.000Z',
    privateTo: null,
    ...over,
  };
};

const NOUNS = ['Young', 'Old', 'Tired', 'Wet', 'Small', 'Grey', 'Lazy', 'Hungry', 'Brown'];
const PLACES = [
  'under wide stones',
  'wrapped in kelp',
  'behind a wooden boat',
  'on floating ice',
  'among the reeds',
  'in burrows dug by rabbits',
  'beside the harbour wall',
  'upon warm sand',
  'where nobody looks',
];

/** As the store would find them: every passage, in order. */
const hitsOf = (pages: readonly StoredPage[]) =>
  pages.flatMap((one) => chunkText(one).map((chunk) => ({ ...chunk, score: 10 / (1 + chunk.index) })));

const answer = (question: string, pages: readonly StoredPage[], language = 'en'): DraftedAnswer =>
  composeExtractive({ question, language, hits: hitsOf(pages), pages, attempts: [] });

const BRIDGE = page({
  pageId: 'bridge',
  title: 'The Old Bridge',
  text: `# The Old Bridge

The Old Bridge crosses the river in the middle of the town. Many people walk over it every day, and some fish from it.

## History

The town wanted a crossing for centuries. It was built between 1866 and 1871 by the engineer Anna Keller.

Before that a ferry carried people across.

## Size

The bridge is 153 metres long and stands on five pillars. Its lamps were added much later.`,
});
const CHEESE = page({
  pageId: 'cheese',
  title: 'Cheese',
  text: 'Cheese is made of milk. It is eaten with bread and with wine in many towns.',
});

describe('an extractive answer', () => {
  it('opens with the passage that holds the answer, whose quote stands at its offsets', () => {
    const { sentences, sources, found, answered_by: by } = answer('How long is the Old Bridge?', [CHEESE, BRIDGE]);
    expect(sentences[0]?.text).toContain('153 metres long');
    expect(sentences[0]?.citations[0]?.source).toBe(1);
    expect(sources[0]?.url).toBe(BRIDGE.finalUrl);
    expect(found).toBe(true);
    expect(by).toEqual({ mode: 'extractive', model: null });
    for (const { start, end, text } of sources.flatMap((source) => source.quotes.map((quote) => quote))) {
      expect([BRIDGE, CHEESE].some((one) => one.text.slice(start, end) === text)).toBe(true);
    }
  });

  it('takes the sentence before when the answer leans on it, and shows what stands around it', () => {
    const { sources } = answer('When was the Old Bridge built?', [BRIDGE]);
    const quote = sources[0]?.quotes.find(({ text }) => text.includes('1866'));
    expect(quote?.text).toBe(
      'The town wanted a crossing for centuries. It was built between 1866 and 1871 by the engineer Anna Keller.',
    );
    expect(quote?.before).toBe('History');
    expect(quote?.after).toBe('Before that a ferry carried people across.');
    expect(quote?.link).toBe(
      'https://example.org/bridge#:~:text=The%20town%20wanted%20a%20crossing,by%20the%20engineer%20Anna%20Keller.',
    );
  });

  it('names the words that no page holds, and says when a name or number is among them that it found nothing', () => {
    const lost = answer('How long is the Old Bridge of Zanzibar?', [BRIDGE]);
    expect(lost.answer).toContain('No page read mentions “Zanzibar”.');
    expect(lost.answer_text).toContain('No page read mentions “Zanzibar”.');
    expect(lost.found).toBe(false);
    expect(answer('How many gorgeous metres long is the Old Bridge?', [BRIDGE]).found).toBe(true);
  });

  it('says plainly when no passage is close, and cites nothing', () => {
    const nothing = answer('quantum chromodynamics', []);
    expect(nothing.answer).toBe('The pages read hold no passage that is close to the question.');
    expect(nothing).toMatchObject({ sentences: [], sources: [], found: false });
    expect(nothing.verification).toEqual({ sentences: 0, supported: 0, dropped: 0, numbers_checked: 0 });
  });

  it('shows a passage once when several pages hold it, and cites them all', () => {
    const copy = page({ ...BRIDGE, pageId: 'copy', url: 'https://copy.example/b', finalUrl: 'https://copy.example/b' });
    const { sentences, sources } = answer('How long is the Old Bridge?', [BRIDGE, copy]);
    const holding = sentences.filter(({ text }) => text.includes('153 metres'));
    expect(holding).toHaveLength(1);
    expect(holding[0]?.citations.map(({ source }) => source)).toEqual([1, 2]);
    expect(sources).toHaveLength(2);
  });

  it('lets no page speak more than three times, unless it is the only one', () => {
    const about = (pageId: string) =>
      page({
        pageId,
        text: Array.from(
          { length: 9 },
          (_, n) =>
            `## Part ${n}\n\n${NOUNS[n]} otters of the ${pageId} coast sleep ${PLACES[(n + pageId.length) % 9]}.`,
        ).join('\n\n'),
      });
    const two = answer('Where do otters sleep?', [about('red'), about('blue')]);
    for (const source of two.sources) expect(source.quotes.length).toBeLessThanOrEqual(3);
    expect(answer('Where do otters sleep?', [about('red')]).sentences.length).toBeGreaterThan(3);
  });

  it('answers in the language of the question, cites a PDF by its page and a source by its host when it has no title', () => {
    const text = 'Die Brücke ist 153 Meter lang.\n\nSie steht auf fünf Pfeilern.';
    const pdf = page({
      pageId: 'pdf',
      url: 'https://www.example.de/b.pdf',
      title: null,
      language: 'de',
      how: 'pdf',
      text,
      spans: [{ page: 7, start: 0, end: text.length }],
    });
    const { answer: shown, sources } = answer('Wie lang ist die Brücke?', [pdf], 'de');
    expect(shown).toMatch(/^Die Stellen der gelesenen Seiten/);
    expect(sources[0]).toMatchObject({ title: 'example.de' });
    expect(sources[0]?.quotes[0]).toMatchObject({ page: 7, link: 'https://www.example.de/b.pdf#page=7' });
  });

  it('keeps a product with its price, and a heading with what stands below it', () => {
    const shop = page({
      pageId: 'shop',
      text: [
        'Waterproof kneeling pad for the garden, 7 in by 16 in\n\n$17.13',
        'Soft knee mat for long days on hard ground, medium size\n\n$22.11',
        '#### Night Songs\n\nby Ada Lind',
      ].join('\n\n'),
    });
    expect(answer('What does the kneeling pad cost?', [shop]).sentences[0]?.text).toBe(
      'Waterproof kneeling pad for the garden, 7 in by 16 in / $17.13',
    );
    expect(answer('Who wrote Night Songs?', [shop]).sentences[0]?.text).toBe('Night Songs / by Ada Lind');
  });

  it('names no word that a page holds in another form, or that only says how much is asked', () => {
    const made = composeExtractive({
      question: 'How long did the Old Bridge stand?',
      language: 'en',
      hits: hitsOf([{ ...BRIDGE, text: 'The Old Bridge stood for 400 years.' }]),
      pages: [{ ...BRIDGE, text: 'The Old Bridge stood for 400 years.' }],
      attempts: [],
    });
    expect(made.answer_text).not.toContain('No page read mentions');
  });

  it('puts footers after the answer and none into what is read aloud', () => {
    const attempts = [
      {
        outcome: 'read' as const,
        url: BRIDGE.url,
        how: 'http' as const,
        status: 200,
        reason: null,
        duration_ms: 1,
        page_id: 'bridge',
        title: null,
        words: 9,
      },
      {
        outcome: 'failed' as const,
        url: 'https://down.example/',
        how: 'http' as const,
        status: 503,
        reason: 'http_503',
        duration_ms: 1,
        page_id: null,
        title: null,
        words: 0,
      },
    ];
    const made = composeExtractive({
      question: 'How long is the Old Bridge?',
      language: 'en',
      hits: hitsOf([BRIDGE]),
      pages: [BRIDGE],
      attempts,
    });
    expect(made.answer).toMatch(/\*\*Sources used\*\*\n\n- \[1\] The Old Bridge: https:\/\/example\.org\/bridge/);
    expect(made.answer).toContain(
      '**Partial results: 1 of 2 sources could be read**\n\n- https://down.example/: answered 503',
    );
    expect(made.answer_text).toMatch(/^The closest passages in the pages read: From The Old Bridge: /);
    // A source that goes on speaking is named once.
    expect(made.answer_text).not.toMatch(/From ([^:]+): (?:(?!From ).)*From \1: /s);
    expect(made.answer_text).not.toMatch(/[[\]()]|https?:|Sources used/);
  });

  it('holds for any page and question: quotes at their offsets, aloud without brackets, small enough for a history', () => {
    const word = fc.constantFrom(
      'bridge',
      'Long',
      '153',
      'is',
      '東京都',
      'Brücke',
      '](http://evil.example)',
      'https://x.example/a',
      '[1]',
      '(y)',
      '𝄞',
      '\ud800',
    );
    const part = fc.oneof(
      word,
      fc.constantFrom('. ', '\n\n', '\n- ', '\n# ', ' | ', '? ', '\n```\n', ' '),
      fc.string({ maxLength: 8 }),
    );
    const text = fc.array(part, { maxLength: 400 }).map((parts) => parts.join(' '));
    fc.assert(
      fc.property(text, text, fc.array(word, { maxLength: 8 }), (one, two, asked) => {
        const pages = [page({ pageId: 'one', text: one }), page({ pageId: 'two', text: two, language: 'ja' })];
        const made = answer(asked.join(' '), pages);
        expect(made.answer_text).not.toMatch(/[[\](){}<>]|https?:\/\//);
        expect(Buffer.byteLength(JSON.stringify(made))).toBeLessThan(64 * 1024);
        for (const { url, quotes } of made.sources) {
          const from = pages.find(({ finalUrl }) => finalUrl === url)!;
          for (const { text: quote, start, end } of quotes) expect(from.text.slice(start, end)).toBe(quote);
        }
        for (const { text: shown, citations } of made.sentences) {
          expect(shown).not.toBe('');
          for (const { source, quote } of citations) {
            expect(made.sources[source - 1]?.quotes.some((known) => known.text === quote)).toBe(true);
          }
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe('a byline', () => {
  const WEIR = page({
    pageId: 'weir',
    title: 'The Mill Weir',
    text: `# The Mill Weir

By Ada Moss | March 2, 2026

The mill weir was rebuilt in stone in 1980, and it is four metres high.

The river feeds the mill and two farms.`,
  });

  it('stands in no quote', () => {
    const { sentences } = answer('How high is the mill weir?', [WEIR]);
    expect(sentences[0]?.text).toContain('four metres high');
    for (const { text } of sentences) expect(text).not.toContain('Ada Moss');
  });

  it('is quoted to those who ask who wrote the page', () => {
    const { sentences } = answer('Who wrote about the mill weir?', [WEIR]);
    expect(sentences.map(({ text }) => text).join(' ')).toContain('By Ada Moss');
  });
});
