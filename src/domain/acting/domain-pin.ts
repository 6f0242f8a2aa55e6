/** A run that acts stays on the site of its task: the registrable domain, by the public suffix list (`tldts`). */
import { parse } from 'tldts';

export interface DomainPin {
  /** registrable domain; host and port where there is none (an address, a name without a public suffix) */
  readonly site: string;
  /** names below the site belong to it */
  readonly withSubdomains: boolean;
  /** after https nothing less will do */
  readonly secure: boolean;
}

/** Suffixes below which others' sites live (github.io, blogspot.com) part sites, too. */
const SUFFIXES = { allowPrivateDomains: true } as const;

function pinnedSite(url: URL): Pick<DomainPin, 'site' | 'withSubdomains'> {
  const { domain, isIp, isIcann, isPrivate } = parse(url.hostname, SUFFIXES);
  return domain !== null && !isIp && (isIcann || isPrivate)
    ? { site: domain, withSubdomains: true }
    : { site: url.host, withSubdomains: false };
}

/**
 * The pin of a task.
 * @throws TypeError not an http(s) address
 */
export function pinOf(address: string): DomainPin {
  const url = new URL(address);
  if (!WEB.has(url.protocol)) throw new TypeError(`${url.protocol} is no address of the web: use http or https`);
  return { ...pinnedSite(url), secure: url.protocol === 'https:' };
}
const WEB = new Set(['http:', 'https:']);

export const PIN_REFUSALS = ['malformed', 'scheme', 'userinfo', 'insecure', 'other_site'] as const;
export type PinRefusal = (typeof PIN_REFUSALS)[number];

/** A page that holds nothing yet: what a new tab shows before it goes anywhere. */
const EMPTY_PAGES = new Set(['about:blank', 'about:srcdoc', '']);

/**
 * Why the main frame may not go to this address; null when it may. To be asked for every hop of a redirect, every tab and
 * pop-up. `data:`, `blob:`, `javascript:` and `file:` pages are none of the task's.
 */
export function pinRefusal(pin: DomainPin, address: string): PinRefusal | null {
  if (EMPTY_PAGES.has(address)) return null;
  if (!URL.canParse(address)) return 'malformed';
  const url = new URL(address);
  if (!WEB.has(url.protocol)) return 'scheme';
  if (url.username !== '' || url.password !== '') return 'userinfo';
  if (pinnedSite(url).site !== pin.site) return 'other_site';
  return pin.secure && url.protocol !== 'https:' ? 'insecure' : null;
}
