import type { SearchHit } from '../contracts/activities.js';
import type { DomainFilter } from '../contracts/run.js';
import { canonicalUrl } from './canonical-url.js';

/** Rank fusion's usual constant: Cormack, Clarke and Büttcher 2009. */
const K = 60;

/**
 * Merges the hits of several queries into one list of candidates, best first. Addresses of the same page count once,
 * and a page found by several queries moves up (reciprocal rank fusion).
 */
export function mergeHits(lists: readonly (readonly SearchHit[])[], domains: DomainFilter): SearchHit[] {
  const merged = new Map<string, { hit: SearchHit; score: number }>();
  for (const hits of lists)
    hits.forEach((hit, rank) => {
      if (!isWebAddress(hit.url)) return;
      const key = canonicalUrl(hit.url);
      if (!allows(domains, key)) return;
      const known = merged.get(key);
      merged.set(key, { hit: known?.hit ?? hit, score: (known?.score ?? 0) + 1 / (K + rank + 1) });
    });
  return [...merged.values()].sort((a, b) => b.score - a.score).map(({ hit }) => hit);
}

function allows({ include, exclude }: DomainFilter, url: string): boolean {
  const { hostname } = new URL(url);
  const under = (domain: string): boolean => hostname === domain || hostname.endsWith(`.${domain}`);
  return !exclude.some(under) && (include.length === 0 || include.some(under));
}

function isWebAddress(url: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(url).protocol);
  } catch {
    return false;
  }
}
