/**
 * Which addresses may be reached at all. For every address that came from the web, a person or a model: pages, redirects,
 * robots.txt and all that a browser asks for. Default deny: what is not plainly public is refused.
 */
import ipaddr from 'ipaddr.js';

export interface EgressPolicy {
  /** ports of the open web, e.g. 80 and 443 */
  readonly allowedPorts: readonly number[];
  /** `host:port` pairs that the operator opened by hand: no check of port, name or address */
  readonly allowedPrivateHosts: readonly string[];
}

export const EGRESS_REFUSALS = [
  'malformed',
  'scheme',
  'userinfo',
  'port',
  'special_name',
  'private_address',
  'payment_host',
] as const;
export type EgressRefusal = (typeof EGRESS_REFUSALS)[number];

export type HostVerdict =
  | { readonly allowed: true; readonly literal: boolean; readonly opened: boolean }
  | { readonly allowed: false; readonly refusal: EgressRefusal };
export type UrlVerdict =
  | { readonly allowed: true; readonly url: URL; readonly literal: boolean; readonly opened: boolean }
  | { readonly allowed: false; readonly refusal: EgressRefusal };

/** White space, controls and backslashes are where parsers disagree about the host: refused before parsing. */
const AMBIGUOUS_CHARACTERS = /[\u0000-\u0020\u007f-\u00a0\\\u2028\u2029]/u;
const USERINFO = /^[a-z][a-z0-9+.-]*:[/]*[^/?#]*@/iu;

/**
 * Names that never are public: RFC 6761, 6762 (also its appendix G), 7686, 8375, 9476, ICANN's `.internal`, and what
 * container and cluster resolvers answer to.
 */
const SPECIAL_SUFFIXES = [
  'localhost',
  'local',
  'localdomain',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'domain',
  'workgroup',
  'svc',
  'consul',
  'docker',
  'arpa',
  'test',
  'invalid',
  'onion',
  'i2p',
  'alt',
];

/**
 * Ordinary unicast to every address library, yet a cloud's control address:
 * https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
 */
const EXTRA_REFUSED_IPV4 = new Set(['168.63.129.16']);

// IPv6 addresses that are given out for the open internet: https://www.iana.org/assignments/ipv6-address-space/
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** Is this literal (no brackets, no zone) an ordinary public address? IPv6 forms that embed IPv4 are not. */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%') || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv6) return parsed.match(GLOBAL_UNICAST) && parsed.range() === 'unicast';
  return parsed.range() === 'unicast' && !EXTRA_REFUSED_IPV4.has(parsed.toString());
}

/** Never answered by the public name system: special-use suffixes and names of one label. */
export function isSpecialName(name: string): boolean {
  const labels = name.toLowerCase().replace(/\.$/u, '').split('.');
  return labels.length < 2 || labels.includes('') || SPECIAL_SUFFIXES.includes(labels.at(-1) ?? '');
}

const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/gu, '');

/**
 * Judges host and port of one connection by everything that needs no resolver.
 * @param hostname as `URL.hostname` gives it; brackets around IPv6 may be left out
 */
export function checkHost(hostname: string, port: number, policy: EgressPolicy): HostVerdict {
  const bare = withoutBrackets(hostname.toLowerCase());
  const literal = ipaddr.isValid(bare);
  if (isOpened(bare, port, policy)) return { allowed: true, literal, opened: true };
  if (!policy.allowedPorts.includes(port)) return { allowed: false, refusal: 'port' };
  if (literal || bare.includes(':'))
    return isPublicAddress(bare)
      ? { allowed: true, literal: true, opened: false }
      : { allowed: false, refusal: 'private_address' };
  return isSpecialName(bare)
    ? { allowed: false, refusal: 'special_name' }
    : { allowed: true, literal: false, opened: false };
}

function isOpened(bareHost: string, port: number, policy: EgressPolicy): boolean {
  return policy.allowedPrivateHosts.some((pair) => {
    const at = pair.lastIndexOf(':');
    return withoutBrackets(pair.slice(0, at).toLowerCase()) === bareHost && Number(pair.slice(at + 1)) === port;
  });
}

/** The port that an http(s) address means, also when it is not written. */
export function effectivePort(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
}

/** Judges a whole address as it was given, before anything is parsed or resolved. */
export function checkUrl(raw: string, policy: EgressPolicy): UrlVerdict {
  if (AMBIGUOUS_CHARACTERS.test(raw) || !URL.canParse(raw)) return { allowed: false, refusal: 'malformed' };
  const url = new URL(raw);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { allowed: false, refusal: 'scheme' };
  if (url.username !== '' || url.password !== '' || USERINFO.test(raw)) return { allowed: false, refusal: 'userinfo' };
  const verdict = checkHost(url.hostname, effectivePort(url), policy);
  return verdict.allowed ? { ...verdict, url } : verdict;
}

const REFUSAL_WORDS: Readonly<Record<EgressRefusal, string>> = {
  malformed: 'it is not a well-formed http or https address',
  scheme: 'only http and https addresses are read',
  userinfo: 'addresses that carry a user name or password are not opened',
  port: 'its port is not one of ALLOWED_PORTS',
  special_name: 'its host is a local name, not one of the open web',
  payment_host: 'its host confirms payments, and no run pays',
  private_address: 'its host is not a public address',
};

/** One plain sentence for people. */
export const describeRefusal = (refusal: EgressRefusal): string =>
  `This address is not opened: ${REFUSAL_WORDS[refusal]}.`;
