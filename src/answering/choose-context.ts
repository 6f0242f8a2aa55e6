import { estimateTokens } from '../domain/prices.js';
import type { Span } from '../domain/sentences.js';
import type { StoredPage } from '../ports/page-store.js';
import type { PageHit } from './retrieve.js';

/** A source as a model is given it. */
export interface ContextSource {
  /** from 1, best first */
  readonly n: number;
  readonly page: StoredPage;
  /** stretches of the page, in its order, apart from each other */
  readonly spans: readonly Span[];
  /** of its best passage, over the best of all; 0 to 1 */
  readonly score: number;
}

/** The beginning of a page that no passage speaks for. Characters. */
const LEAD_CHARACTERS = 1_200;
/** Passages nearer to each other than this are given as one. Characters. */
const JOINED_WITHIN = 3;
/** With fewer passages than this the words of the question do not lead far: beginnings of pages are added. */
const FEW_HITS = 4;

/**
 * What of the pages a model gets to read: passages, best first, as long as they fit; where the question's words find little
 * (it may be in another language than the pages), the beginnings of the pages as well.
 * @param budget tokens
 */
export function chooseContext(hits: readonly PageHit[], pages: readonly StoredPage[], budget: number): ContextSource[] {
  const leads =
    hits.length >= FEW_HITS ? [] : pages.map((page) => ({ page, start: 0, end: leadEnd(page.text), score: 0 }));
  const chosen = new Map<string, { page: StoredPage; spans: Span[]; score: number }>();
  const best = Math.max(...hits.map(({ score }) => score), Number.MIN_VALUE);
  let left = budget;
  for (const { page, start, end, score } of [...hits, ...leads]) {
    const cost = estimateTokens(page.text.slice(start, end));
    if (cost > left) continue;
    left -= cost;
    const entry = chosen.get(page.pageId) ?? { page, spans: [], score: Math.max(0, score / best) };
    entry.spans.push({ start, end });
    chosen.set(page.pageId, entry);
  }
  return [...chosen.values()].map(({ page, spans, score }, index) => ({
    n: index + 1,
    page,
    spans: merged(spans),
    score,
  }));
}

function leadEnd(text: string): number {
  if (text.length <= LEAD_CHARACTERS) return text.length;
  const stop = text.lastIndexOf(' ', LEAD_CHARACTERS);
  return stop > LEAD_CHARACTERS / 2 ? stop : LEAD_CHARACTERS;
}

function merged(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && span.start <= last.end + JOINED_WITHIN)
      result[result.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    else result.push(span);
  }
  return result;
}
