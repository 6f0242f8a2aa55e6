/** Which address names the page: its canonical link where that can be believed, else where it was found. */
import { getDomain } from 'tldts';
import { canonicalUrl } from '../../domain/canonical-url.js';

const siteOf = (url: URL): string => getDomain(url.hostname, { allowPrivateDomains: true }) ?? url.hostname;

/**
 * @param declared rel=canonical of the page, absolute; null when it has none
 */
export function pageIdentity(finalUrl: string, declared: string | null): string {
  const found = canonicalUrl(finalUrl);
  if (declared === null || !URL.canParse(declared)) return found;
  const canonical = new URL(declared);
  const final = new URL(finalUrl);
  if (canonical.protocol !== 'http:' && canonical.protocol !== 'https:') return found;
  // A page may speak for its own site only; and a deep page that names the front page is a template's mistake.
  if (siteOf(canonical) !== siteOf(final)) return found;
  if (canonical.pathname === '/' && canonical.search === '' && final.pathname !== '/') return found;
  return canonicalUrl(canonical.href);
}
