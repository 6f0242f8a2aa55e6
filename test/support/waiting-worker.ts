/** The product's worker with the bundle that is named, in a process of its own. */
import { composeCore } from '../../src/compose.js';
import { loadConfig } from '../../src/config.js';
import { startWorker } from '../../src/worker.js';
import { silent } from './system.js';

const core = composeCore(loadConfig());
const worker = await startWorker(core, silent, { codePath: process.argv[2] ?? '' });
process.once('SIGTERM', () => void worker.stop());
process.send?.('ready');
await worker.ended;
await core.close();
process.disconnect();
