import type { Config } from '../config.js';
import { CliError, EXIT } from './exit-codes.js';

export interface FindApiOptions {
  /** `--api` */
  readonly explicit: string | undefined;
  readonly config: Config;
  /** the page's address when `npm start` runs on this data folder */
  readonly running: string | null;
}

function bindAddress({ host, port, tls }: Config['api']): string {
  const wildcard = host === '0.0.0.0' || host === '::';
  const name = wildcard ? '127.0.0.1' : host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  return `${tls === null ? 'http' : 'https'}://${name}:${port}`;
}

/**
 * Where the API is: `--api`, SYNTHETIC_API_URL, what `npm start` says of this data folder, else HOST and PORT.
 * @throws CliError when the address given by hand is none
 */
export function findApi({ explicit, config, running }: FindApiOptions): string {
  if (explicit !== undefined && !(URL.canParse(explicit) && /^https?:\/\//.test(explicit)))
    throw new CliError(EXIT.usage, `--api must be an http or https address, not ${explicit}`);
  return explicit ?? config.cli.apiUrl ?? running ?? bindAddress(config.api);
}
