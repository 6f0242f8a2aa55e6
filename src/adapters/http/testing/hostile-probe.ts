/**
 * Reads hostile addresses in a process of its own, so that its memory is its own: prints one JSON line per address and the
 * growth of the peak over a warm reader. Arguments: host:port, then paths. For tests.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseConfig } from '../../../config.js';
import { createBodyPool } from '../body-pool.js';
import { createHttpReader } from '../http-reader.js';

const [hostPort = '', ...paths] = process.argv.slice(2);
const config = parseConfig({ ALLOWED_PRIVATE_HOSTS: hostPort, HOST_INTERVAL_MS: '0' }).reading;
const pool = createBodyPool({ timeoutMs: 8_000 });
const reader = createHttpReader({ config, pool, limits: { totalMs: 4_000 } });

/** Linux lets the peak start anew; elsewhere the whole peak counts. */
function startPeakAnew(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    process.stderr.write('the peak cannot be reset here\n');
  }
}
function peakMib(): number {
  try {
    return Number(/VmHWM:\s+(\d+)/u.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;
  } catch {
    return process.resourceUsage().maxRSS / 1024;
  }
}

async function read(path: string) {
  const outcome = await reader.read(`http://${hostPort}${path}`, {
    signal: new AbortController().signal,
    language: 'en',
  });
  const name = 'reason' in outcome ? `${outcome.outcome}/${outcome.reason}` : outcome.outcome;
  return { path, outcome: name };
}

await read('/fine');
await read('/fine.pdf');
startPeakAnew();
const warm = peakMib();
for (const path of paths) {
  startPeakAnew();
  const result = await read(path);
  const grownMib = Math.round(peakMib() - warm);
  const after = await read('/fine');
  process.stdout.write(`${JSON.stringify({ ...result, grownMib, next: after.outcome })}\n`);
}
await reader.close();
await pool.close();
