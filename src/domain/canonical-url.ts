/** One page, one address: what stays of a URL when everything that does not change the page is taken off. */

/** Parameters that advertising and newsletter tools add; none of them selects content. */
const TRACKING_NAMES = new Set([
  '_ga',
  '_gl',
  '_hsenc',
  '_hsmi',
  'dclid',
  'fbclid',
  'gad_source',
  'gbraid',
  'gclid',
  'gclsrc',
  'igsh',
  'igshid',
  'li_fat_id',
  'mc_cid',
  'mc_eid',
  'mkt_tok',
  'msclkid',
  'oly_anon_id',
  'oly_enc_id',
  'ref_src',
  's_kwcid',
  'srsltid',
  'ttclid',
  'twclid',
  'vero_id',
  'wbraid',
  'wickedid',
  'yclid',
  'ysclid',
]);
const TRACKING_PREFIXES = ['utm_', 'pk_', 'mtm_', 'matomo_', 'hsa_'];

const isTracking = (name: string): boolean => {
  const lower = name.toLowerCase();
  return TRACKING_NAMES.has(lower) || TRACKING_PREFIXES.some((prefix) => lower.startsWith(prefix));
};

/** The undecoded parameters that select content, in their order: nothing is re-encoded that the host may compare byte by byte. */
function contentQuery(search: string): string {
  const kept = search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !isTracking(part.split('=', 1)[0] ?? ''));
  return kept.length === 0 ? '' : `?${kept.join('&')}`;
}

/**
 * The address without fragment, tracking parameters, root dot and default port.
 * @returns the text as given when it is no absolute http(s) address
 */
export function canonicalUrl(raw: string): string {
  if (!URL.canParse(raw)) return raw;
  const url = new URL(raw);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return raw;
  url.hash = '';
  url.search = contentQuery(url.search);
  url.hostname = url.hostname.replace(/\.$/u, '');
  return url.href;
}
