import { loadClientConfigProfile, toClientOptions, type ClientConfigProfile } from '@temporalio/envconfig';
import type { NativeConnectionOptions } from '@temporalio/worker';
import type { Config } from '../../config.js';
import { readLiveRunFile } from './run-file.js';

/** Where an address came from: `environment` and `file` are the operator's own server, which we never alter. */
export type AddressSource = 'environment' | 'file' | 'run-file' | 'default';

export interface TemporalAddress {
  /** host:port */
  readonly address: string;
  readonly namespace: string;
  readonly source: AddressSource;
  /** the source in words, for logs and doctor */
  readonly described: string;
  /** TLS, API key and metadata included; fits `Connection.connect` and `NativeConnection.connect` */
  readonly connectOptions: NativeConnectionOptions & { readonly address: string };
}

type TemporalConfig = Pick<Config, 'temporal' | 'dataDir'>;

function environmentOf(config: TemporalConfig): Record<string, string> {
  const given = Object.entries(config.temporal.environment).filter((entry): entry is [string, string] => !!entry[1]);
  return Object.fromEntries(given);
}

/**
 * Temporal's own profile: the TOML file of the user, then the environment over it.
 * @throws Error when the file or the variables contradict themselves (a key's path and data together, an unknown profile)
 */
function loadProfile(config: TemporalConfig): ClientConfigProfile {
  return loadClientConfigProfile({
    disableFile: config.temporal.ignoreConfigFile,
    overrideEnvVars: environmentOf(config),
  });
}

const WORDS: Record<AddressSource, string> = {
  environment: 'TEMPORAL_ADDRESS',
  file: "Temporal's configuration file",
  'run-file': 'the server that npm start runs on this data folder',
  default: 'the default: TEMPORAL_ADDRESS is not set and npm start is not running on this data folder',
};

function addressFrom(profile: ClientConfigProfile, address: string, namespace: string, source: AddressSource) {
  const { connectionOptions } = toClientOptions({ ...profile, address });
  const connectOptions = { ...connectionOptions, address };
  return { address, namespace, source, described: WORDS[source], connectOptions };
}

/**
 * The server an operator has configured, by `TEMPORAL_ADDRESS` or Temporal's TOML profile; null when there is none and
 * `npm start` may bring its own.
 */
export function configuredTemporalAddress(config: TemporalConfig): TemporalAddress | null {
  const profile = loadProfile(config);
  if (profile.address === undefined) return null;
  const source = environmentOf(config)['TEMPORAL_ADDRESS'] === undefined ? 'file' : 'environment';
  return addressFrom(profile, profile.address, profile.namespace ?? 'default', source);
}

/**
 * Where worker, API, CLI and doctor find Temporal: the configured address, else the server that `npm start` runs on
 * this data folder, else 127.0.0.1 at `TEMPORAL_PORT`.
 * @throws Error when Temporal's own settings contradict themselves
 */
export function resolveTemporalAddress(config: TemporalConfig): TemporalAddress {
  const configured = configuredTemporalAddress(config);
  if (configured !== null) return configured;
  const profile = loadProfile(config);
  const run = readLiveRunFile(config.dataDir);
  // The server that we start takes neither TLS nor a key, whatever a profile without an address says.
  if (run !== null) return addressFrom({}, run.temporal_address, run.temporal_namespace, 'run-file');
  return addressFrom(profile, `127.0.0.1:${config.temporal.port}`, profile.namespace ?? 'default', 'default');
}
