/** Which site an address belongs to: what a session may visit is told by this, never by what a page or a model says. */
import { getDomain } from 'tldts';

/** The registrable domain; for a literal address or a name without one: host and port. Null for anything but http(s). */
export function siteOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, host } = new URL(address);
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  return getDomain(hostname, { allowPrivateDomains: true }) ?? host;
}

/** May a main frame go there? `about:blank` is where new tabs begin. A name before the host ("bank.example@…") only deceives. */
export function isWithin(address: string, pin: readonly string[]): boolean {
  if (address === 'about:blank' || address === '') return true;
  if (/^[a-z]+:\/*[^/?#]*@/iu.test(address)) return false;
  const site = siteOf(address);
  return site !== null && pin.includes(site);
}
