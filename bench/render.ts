/**
 * `npm run bench:render [-- --pages 200] [--json]`: pages that scripts build, read in the browser three at a time from a local
 * server; every tenth hangs and every twenty-fifth is never answered. Prints time per page, processes and resident memory of
 * the browser at the start, at the peak and at the end, and what is left when it is closed.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createEgressGuard } from '../src/adapters/egress/guard.js';
import { readerFor, readingConfig, serve, short } from '../src/adapters/http/testing/local-web.js';
import { createBrowserHost } from '../src/adapters/playwright/browser-host.js';
import { findChromium } from '../src/adapters/playwright/find-chromium.js';
import { createPageRenderer } from '../src/adapters/playwright/page-renderer.js';

const { values } = parseArgs({
  options: { pages: { type: 'string', default: '200' }, json: { type: 'boolean', default: false } },
});
if (process.platform !== 'linux' || findChromium() === null) {
  console.error('This bench reads /proc and needs a Chromium.');
  process.exit(1);
}
const wanted = Number(values.pages);
const AT_ONCE = 3;
const TROUBLE_MS = 3_000;
const SENTENCE =
  'The keeper of the light wrote the weather into a blue book each evening and trimmed the lamp at noon.';

interface Usage {
  readonly processes: number;
  readonly mib: number;
}

/** Processes below this one and their resident memory. */
function browserUsage(): Usage {
  const parents = new Map<number, number>();
  const resident = new Map<number, number>();
  for (const pid of readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)) {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      if (!/chrom/.test(/^Name:\s+(.*)$/m.exec(status)?.[1] ?? '')) continue;
      parents.set(pid, Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]));
      resident.set(pid, Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
    } catch {
      // It ended while it was looked at.
    }
  }
  const isOurs = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent === process.pid || (parent !== undefined && isOurs(parent));
  };
  const ours = [...parents.keys()].filter(isOurs);
  return { processes: ours.length, mib: Math.round(ours.reduce((sum, pid) => sum + (resident.get(pid) ?? 0), 0)) };
}

const kindOf = (n: number): string => (n % 25 === 0 ? 'silent' : n % 10 === 0 ? 'hang' : 'built');
const web = await serve((request, response) => {
  const [, kind = '', n = ''] = (request.url ?? '').split('/');
  if (kind === 'silent') return;
  const after = kind === 'hang' ? 'for (;;);' : '';
  const html = `<!doctype html><html lang="en"><title>Page ${n}</title><div id="root"></div><script>
    for (let i = 0; i < 40; i += 1) { const p = document.createElement('p'); p.textContent = 'Page ${n}, ' + i + '. ${SENTENCE}';
      document.getElementById('root').append(p); } ${after}</script></html>`;
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
});
const dataDir = mkdtempSync(join(tmpdir(), 'bench-render-'));
const guard = createEgressGuard(readingConfig([web]));
const http = readerFor([web]);
const browsers = createBrowserHost({
  guard,
  outboundProxy: undefined,
  chromiumPath: undefined,
  dataDir,
  agent: 'SyntheticApiBot/bench',
  warn: () => undefined,
});
// The pace would let one visit at a time to the one host there is.
const unpaced = {
  ...http,
  readBytes: http.readBytes.bind(http),
  turn: () => Promise.resolve({ release: () => undefined, widen: () => undefined }),
};
const patient = createPageRenderer({ browsers, guard, http: unpaced });
const brief = createPageRenderer({
  browsers,
  guard,
  http: unpaced,
  limits: { totalMs: TROUBLE_MS, answerMs: TROUBLE_MS },
});

const outcomes = new Map<string, number>();
const times: number[] = [];
let next = 1;
let started: Usage | null = null;
let peak: Usage = { processes: 0, mib: 0 };
const watch = setInterval(() => {
  const now = browserUsage();
  peak = { processes: Math.max(peak.processes, now.processes), mib: Math.max(peak.mib, now.mib) };
}, 500);
const options = { signal: new AbortController().signal, language: 'en', owner: 'bench' };

async function lane(): Promise<void> {
  while (next <= wanted) {
    const n = next++;
    const kind = kindOf(n);
    const from = performance.now();
    const outcome = await (kind === 'built' ? patient : brief).render(`${web.origin}/${kind}/${n}`, options);
    if (kind === 'built') times.push(performance.now() - from);
    const word = `${kind}: ${short(outcome)}`;
    outcomes.set(word, (outcomes.get(word) ?? 0) + 1);
    started ??= browserUsage();
  }
}

const from = performance.now();
await Promise.all(Array.from({ length: AT_ONCE }, lane));
const seconds = (performance.now() - from) / 1000;
const ended = browserUsage();
clearInterval(watch);
await browsers.close();
await http.close();
await web.close();
const left = browserUsage();
const files = readdirSync(join(dataDir, 'browsers')).filter((name) => name !== 'home');
rmSync(dataDir, { recursive: true, force: true });

times.sort((a, b) => a - b);
const at = (share: number): number => Math.round(times[Math.floor(times.length * share)] ?? NaN);
const report = {
  pages: wanted,
  outcomes: Object.fromEntries(outcomes),
  seconds: Math.round(seconds),
  page_ms: { median: at(0.5), p95: at(0.95) },
  browser: { started, peak, ended, left },
  files_left: files.length,
};
console.log(values.json ? JSON.stringify(report) : JSON.stringify(report, null, 2));
process.exitCode = left.processes === 0 && files.length === 0 ? 0 : 1;
