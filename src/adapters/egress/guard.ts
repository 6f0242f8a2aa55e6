/** The rules of `domain/egress` plus name resolution: what every way out asks before it connects. */
import { lookup } from 'node:dns/promises';
import { checkHost, checkUrl, describeRefusal, isPublicAddress } from '../../domain/egress.js';
import type { EgressPolicy, EgressRefusal } from '../../domain/egress.js';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}
/** All answers for a name. @throws an error with a DNS code (ENOTFOUND, EAI_AGAIN) */
export type ResolveName = (name: string) => Promise<readonly ResolvedAddress[]>;

/** The address may not be reached. Final: another try gives the same. */
export class EgressRefusedError extends Error {
  readonly code = 'EGRESS_REFUSED';
  constructor(
    readonly refusal: EgressRefusal,
    /** host only: a query string may hold secrets */
    readonly host: string,
  ) {
    super(describeRefusal(refusal));
    this.name = 'EgressRefusedError';
  }
}

export interface EgressGuard {
  /**
   * Parses and judges an address by everything that needs no resolver.
   * @throws EgressRefusedError
   */
  checkUrl(raw: string): URL;
  /** @throws EgressRefusedError */
  checkHost(hostname: string, port: number): void;
  /**
   * The addresses that this very connection may use: one resolution, every answer judged.
   * @throws EgressRefusedError, or the resolver's own error
   */
  resolve(hostname: string, port: number): Promise<readonly ResolvedAddress[]>;
}

const systemResolve: ResolveName = async (name) =>
  (await lookup(name, { all: true })).map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));

const literalAddress = (hostname: string): ResolvedAddress => {
  const address = hostname.replace(/^\[|\]$/gu, '');
  return { address, family: address.includes(':') ? 6 : 4 };
};

/** @param resolveName default: the system's resolver */
export function createEgressGuard(policy: EgressPolicy, resolveName: ResolveName = systemResolve): EgressGuard {
  const judge = (hostname: string, port: number) => {
    const verdict = checkHost(hostname, port, policy);
    if (!verdict.allowed) throw new EgressRefusedError(verdict.refusal, hostname);
    return verdict;
  };
  return {
    checkUrl(raw) {
      const verdict = checkUrl(raw, policy);
      if (!verdict.allowed) throw new EgressRefusedError(verdict.refusal, hostOf(raw));
      return verdict.url;
    },
    checkHost(hostname, port) {
      judge(hostname, port);
    },
    async resolve(hostname, port) {
      const verdict = judge(hostname, port);
      if (verdict.literal) return [literalAddress(hostname)];
      const answers = await resolveName(hostname);
      if (answers.length === 0) throw Object.assign(new Error(`no address for ${hostname}`), { code: 'ENOTFOUND' });
      if (!verdict.opened && !answers.every(({ address }) => isPublicAddress(address)))
        throw new EgressRefusedError('private_address', hostname);
      return answers;
    },
  };
}

function hostOf(raw: string): string {
  return URL.canParse(raw) ? new URL(raw).hostname : '';
}
