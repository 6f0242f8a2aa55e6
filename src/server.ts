/** The API with the page. Started by the supervisor, or alone with `npm run api`. */
import { fileURLToPath } from 'node:url';
import { createApp } from './api/app.js';
import { listen, type Listening } from './api/listen.js';
import { composeApi, composeCore, type Core } from './compose.js';
import { ConfigError, loadConfig, type Config } from './config.js';
import { createLog, type Log } from './log.js';
import { onStop } from './process-stop.js';
import { VERSION } from './version.js';

/** Where the build leaves the page; run from the sources, it is found there as well. */
const PAGE_DIR = fileURLToPath(new URL('../dist/page', import.meta.url));

export interface RunningApi extends Listening {
  /** ends event streams, so that clients come back to the next server, and lets requests finish */
  stop(): Promise<void>;
}

/**
 * Listens at once, whether or not Temporal is there: `/ready` says so.
 * @throws Error EADDRINUSE when the port is taken
 */
export async function startApi(core: Core, log: Log): Promise<RunningApi> {
  core.faultPoint('start:api');
  const stopping = new AbortController();
  const { config, runs, wearers, identity, store, faultPoint } = core;
  const app = createApp({
    config,
    runs,
    wearers,
    identity,
    faultPoint,
    log,
    board: store.board,
    store: store.pages,
    artifacts: core.artifacts,
    passages: core.chunks.goesWithPages ? null : core.chunks,
    version: VERSION,
    pageDir: PAGE_DIR,
    stopping: stopping.signal,
    ...(await composeApi(core)),
  });
  const listening = await listen(app, config.api);
  log.info({ url: listening.url }, 'the API listens');
  const stop = async () => {
    stopping.abort();
    await listening.close();
  };
  return { ...listening, stop };
}

/** The supervisor is told where the page is: PORT=0 takes any free port. */
function announce({ url, port }: Listening): void {
  process.send?.({ type: 'listening', url, port });
}

function explain(error: unknown, { api }: Config): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `PORT ${api.port} is taken by another program. Set another PORT (0: any free one).`;
  if (code === 'EACCES') return `PORT ${api.port} at HOST ${api.host} may not be used here. Set another PORT.`;
  return error instanceof Error ? error.message : String(error);
}

async function main(config: Config): Promise<void> {
  const log = createLog(config, 'api');
  const core = composeCore(config);
  try {
    const api = await startApi(core, log);
    announce(api);
    onStop(async () => {
      await api.stop();
      await core.close();
    }, log);
  } catch (error) {
    log.fatal(explain(error, config));
    process.exitCode = 1;
    await core.close();
    process.disconnect?.();
  }
}

if (process.argv[1] === import.meta.filename) {
  try {
    await main(loadConfig());
  } catch (error) {
    console.error(error instanceof ConfigError || error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
