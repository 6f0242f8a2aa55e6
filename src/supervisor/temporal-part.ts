import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import {
  configuredTemporalAddress,
  resolveTemporalAddress,
  type TemporalAddress,
} from '../adapters/temporal-server/address.js';
import { ensureTemporalCli } from '../adapters/temporal-server/cli.js';
import {
  adoptDevServer,
  databaseVersion,
  startDevServer,
  type DevServer,
} from '../adapters/temporal-server/dev-server.js';
import { prepareNamespace, type NamespaceState } from '../adapters/temporal-server/namespace.js';
import { isAlive } from '../adapters/temporal-server/process-identity.js';
import type { Config } from '../config.js';
import { createFaultPoint } from '../faults.js';
import { KeptPart, type Instance } from './kept-part.js';

const DAY_MS = 86_400_000;
const FOREIGN_ANSWERS_WITHIN_MS = 10_000;

export interface BroughtTemporal {
  readonly address: string;
  readonly namespace: string;
  readonly described: string;
  /** null: a server that is not ours */
  readonly ui: string | null;
  readonly commands: readonly string[];
  /** null: a server that is not ours is not ours to keep or stop */
  readonly part: KeptPart | null;
}

/** Closed workflows of our server outlive their run's own retention by a day, so that our sweep comes first. */
export const namespaceRetentionMs = (config: Pick<Config, 'runRetentionMs'>): number => config.runRetentionMs + DAY_MS;

async function prepare(config: Config, address: TemporalAddress, alter: boolean): Promise<NamespaceState> {
  const connection = await Connection.connect({ ...address.connectOptions, connectTimeout: FOREIGN_ANSWERS_WITHIN_MS });
  try {
    const retentionMs = namespaceRetentionMs(config);
    return await prepareNamespace({ connection, namespace: address.namespace, retentionMs, alter });
  } finally {
    await connection.close();
  }
}

async function useForeign(
  config: Config,
  address: TemporalAddress,
  say: (line: string) => void,
): Promise<BroughtTemporal> {
  const { namespace, described } = address;
  const base = { address: address.address, namespace, described, ui: null, part: null };
  try {
    const { commands } = await prepare(config, address, false);
    return { ...base, commands };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    say(`Temporal at ${address.address} (${described}) does not answer yet: ${why}. Worker and API keep trying.`);
    return { ...base, commands: [] };
  }
}

const portOf = (address: string): number => Number(address.split(':').at(-1));

const inWords = async ({ exited }: DevServer): Promise<string> => {
  const { code, signal } = await exited;
  return signal === null ? `exit code ${code ?? 'unknown'}` : `signal ${signal}`;
};

function asInstance(server: DevServer): Instance {
  return {
    ended: inWords(server),
    stop: () => server.stop(),
    kill: () => {
      if (isAlive(server.pid)) process.kill(server.pid, 'SIGKILL');
    },
  };
}

/** Our own server; later starts take the ports of the first, so that worker and API find it again. */
function ownServer(config: Config, namespace: string, say: (line: string) => void) {
  const { dataDir, temporal } = config;
  const dbFile = join(dataDir, 'temporal', 'temporal.db');
  let current: DevServer | null = null;
  let prepared = false;

  async function bring(): Promise<DevServer> {
    const running = await adoptDevServer(dataDir, namespace);
    if (running !== null) return running;
    const wantVersion = databaseVersion(dbFile);
    const cli = await ensureTemporalCli({ dataDir, cliPath: temporal.cliPath, wantVersion, log: say });
    const ports =
      current === null
        ? { port: temporal.port, uiPort: temporal.uiPort }
        : { port: portOf(current.address), uiPort: portOf(current.uiAddress ?? ''), exactPorts: true };
    return startDevServer({ cliPath: cli.path, dbFile, namespace, dataDir, log: say, ...ports });
  }

  async function prepareOwn({ address, pid }: DevServer): Promise<void> {
    const described = 'started here';
    try {
      await prepare(config, { address, namespace, described, source: 'run-file', connectOptions: { address } }, true);
      prepared = true;
    } catch (error) {
      // One that has died is started again, and prepared then; a prepared one finds everything in its file.
      if (!prepared && isAlive(pid)) throw error;
    }
  }

  async function start(): Promise<Instance> {
    const server = await bring();
    current = server;
    createFaultPoint(config.faults, server.pid)('start:server');
    try {
      await prepareOwn(server);
    } catch (error) {
      await server.stop();
      throw error;
    }
    return asInstance(server);
  }

  return { start, server: () => current };
}

/**
 * The Temporal server that everything runs on: the configured one, which is looked at and never altered; else our own,
 * found running or started.
 * @throws TemporalCliMissingError, DatabaseVersionError, DevServerFailedError our own cannot be brought up
 */
export async function bringTemporal(config: Config, say: (line: string) => void): Promise<BroughtTemporal> {
  const configured = configuredTemporalAddress(config);
  if (configured !== null) return useForeign(config, configured, say);
  const { namespace } = resolveTemporalAddress(config);
  const own = ownServer(config, namespace, say);
  const part = new KeptPart({ name: 'Temporal server', start: own.start, say });
  await part.begin();
  const server = own.server();
  if (server === null) throw new Error("Temporal's server is not there");
  return { address: server.address, namespace, described: 'started here', ui: server.uiAddress, commands: [], part };
}
