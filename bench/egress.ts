/**
 * `npm run bench:egress -- [--refused FILE] [--allowed FILE] [--dns FILE] [--json]`
 *
 * Puts every row of the tables to the guard as the Node client asks it, and to the real proxy as Chromium asks it. Nothing is
 * connected to: a recorder stands where TCP would be. Each address is visited once more than its name has answers, so that a name
 * that changes its answer gets its chance. A row to refuse is right when no visit connected to an address that is not public and
 * the last visit was refused; a row to allow is right when every visit connected.
 */
import { createServer, request } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createEgressGuard } from '../src/adapters/egress/guard.js';
import type { EgressGuard, ResolvedAddress, ResolveName } from '../src/adapters/egress/guard.js';
import { createEgressProxy } from '../src/adapters/egress/egress-proxy.js';
import type { EgressProxy } from '../src/adapters/egress/egress-proxy.js';
import type { Dial } from '../src/adapters/egress/pinned-dial.js';
import { isPublicAddress } from '../src/domain/egress.js';

type Answers = ReadonlyMap<string, readonly (readonly string[])[]>;
interface Visit {
  readonly refused: boolean;
  readonly connectedTo: readonly string[];
}
type Way = (raw: string, guard: EgressGuard) => Promise<Visit>;
interface Score {
  readonly rows: number;
  readonly right: number;
  readonly misses: readonly string[];
}

const POLICY = { allowedPorts: [80, 443], allowedPrivateHosts: [] };
const REFUSED: Visit = { refused: true, connectedTo: [] };

/** Lines as they stand: white space inside is meant. */
const rowsOf = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .split(/\r?\n/u)
    .filter((line) => line !== '' && !line.startsWith('# '));

function answersOf(file: string): Answers {
  return new Map(
    rowsOf(file).map((line) => {
      const [name = '', answers = ''] = line.split('\t');
      return [name.toLowerCase(), answers.split('|').map((lookup) => lookup.split(','))];
    }),
  );
}

/** A resolver that plays the table: consecutive lookups move on, the last answer repeats. */
function playing(answers: Answers): ResolveName {
  const lookups = new Map<string, number>();
  return async (name) => {
    const key = name.toLowerCase().replace(/\.$/u, '');
    const sequence = answers.get(key);
    if (!sequence) throw Object.assign(new Error(`no such name: ${name}`), { code: 'ENOTFOUND' });
    const at = lookups.get(key) ?? 0;
    lookups.set(key, at + 1);
    const addresses = sequence[Math.min(at, sequence.length - 1)] ?? [];
    return addresses.map((address): ResolvedAddress => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
}

const asNode: Way = async (raw, guard) => {
  try {
    const url = guard.checkUrl(raw);
    const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
    const addresses = await guard.resolve(url.hostname, port);
    return { refused: false, connectedTo: addresses.map(({ address }) => address) };
  } catch {
    return REFUSED;
  }
};

/** What a proxy is asked when Chromium goes to `url`: CONNECT for https, the absolute form for http. */
function askProxy(proxy: EgressProxy, authorization: string, url: URL): Promise<boolean> {
  const secure = url.protocol === 'https:';
  const path = secure ? `${url.hostname}:${url.port || '443'}` : url.href.split('#', 1)[0];
  const { hostname: host, port } = new URL(proxy.server);
  const headers = { 'proxy-authorization': authorization, host: url.host };
  return new Promise((settle, reject) => {
    const asked = request({ host, port, method: secure ? 'CONNECT' : 'GET', path, headers, agent: false });
    asked.on('connect', (answer, socket) => {
      socket.destroy();
      settle(answer.statusCode === 200);
    });
    asked.on('response', (answer) => {
      answer.resume();
      settle(answer.statusCode === 200);
    });
    asked.on('error', reject);
    asked.end();
  });
}

/** As Chromium asks: what it normalises an address to goes through the real proxy, after the check before `goto`. */
const asChromium =
  (sink: number): Way =>
  async (raw, guard) => {
    let url: URL;
    try {
      url = guard.checkUrl(raw);
    } catch {
      return REFUSED;
    }
    const connectedTo: string[] = [];
    const dial: Dial = ({ addresses }) => {
      connectedTo.push(...addresses.map(({ address }) => address));
      return new Promise<Socket>((done, reject) => {
        const socket = connect(sink, '127.0.0.1', () => done(socket));
        socket.once('error', reject);
      });
    };
    const proxy = await createEgressProxy({ guard, dial });
    const { username, password } = proxy.admit('bench');
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    const passed = await askProxy(proxy, authorization, url).finally(() => proxy.close());
    return { refused: !passed, connectedTo };
  };

async function visits(raw: string, answers: Answers, way: Way): Promise<Visit[]> {
  const guard = createEgressGuard(POLICY, playing(answers));
  const name = URL.canParse(raw) ? new URL(raw).hostname.replace(/\.$/u, '') : '';
  const times = (answers.get(name)?.length ?? 1) + 1;
  const made: Visit[] = [];
  for (let time = 0; time < times; time += 1) made.push(await way(raw, guard));
  return made;
}

const rightlyRefused = (made: readonly Visit[]): boolean =>
  made.at(-1)?.refused === true && made.every(({ connectedTo }) => connectedTo.every(isPublicAddress));
const rightlyAllowed = (made: readonly Visit[]): boolean =>
  made.every(({ refused, connectedTo }) => !refused && connectedTo.length > 0);

async function score(
  rows: readonly string[],
  answers: Answers,
  way: Way,
  isRight: (made: readonly Visit[]) => boolean,
): Promise<Score> {
  const misses: string[] = [];
  for (const raw of rows) if (!isRight(await visits(raw, answers, way))) misses.push(raw);
  return { rows: rows.length, right: rows.length - misses.length, misses };
}

/** Answers 200 to everything: where the recorder's connections end. */
async function startSink(): Promise<{ port: number; close(): void }> {
  const server = createServer((_request, response) => response.end('reached'));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { port: (server.address() as AddressInfo).port, close: () => server.closeAllConnections() };
}

const tables = join(resolve(import.meta.dirname, '..', process.env['SHARED_DIR'] ?? '../shared'), 'tables');
const { values } = parseArgs({
  options: {
    refused: { type: 'string', default: join(tables, 'ssrf-refused.txt') },
    allowed: { type: 'string', default: join(tables, 'ssrf-allowed.txt') },
    dns: { type: 'string', default: join(tables, 'ssrf-dns.tsv') },
    json: { type: 'boolean', default: false },
  },
});
for (const file of [values.refused, values.allowed, values.dns])
  if (!existsSync(file)) {
    console.error(`There is no file ${file}: name the tables with --refused, --allowed and --dns.`);
    process.exit(2);
  }

const answers = answersOf(values.dns);
const sink = await startSink();
const result: Record<string, { refused: Score; allowed: Score }> = {};
for (const [name, way] of [
  ['node', asNode],
  ['chromium', asChromium(sink.port)],
] as const)
  result[name] = {
    refused: await score(rowsOf(values.refused), answers, way, rightlyRefused),
    allowed: await score(rowsOf(values.allowed), answers, way, rightlyAllowed),
  };
sink.close();

const missed = Object.values(result).flatMap(({ refused, allowed }) => [...refused.misses, ...allowed.misses]);
if (values.json) console.log(JSON.stringify({ ...result, misses: missed.length }, null, 2));
else
  for (const [name, { refused, allowed }] of Object.entries(result)) {
    console.log(`${name}: refused ${refused.right} of ${refused.rows}, allowed ${allowed.right} of ${allowed.rows}`);
    for (const miss of refused.misses) console.log(`  let through: ${JSON.stringify(miss)}`);
    for (const miss of allowed.misses) console.log(`  turned away: ${JSON.stringify(miss)}`);
  }
process.exit(missed.length > 0 ? 1 : 0);
