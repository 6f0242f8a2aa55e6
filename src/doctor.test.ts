import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Connection } from '@temporalio/client';
import { ensureTemporalCli, findTemporalCli } from './adapters/temporal-server/cli.js';
import { nextFreePort } from './adapters/temporal-server/free-port.js';
import { startDevServer, type DevServer } from './adapters/temporal-server/dev-server.js';
import { prepareNamespace } from './adapters/temporal-server/namespace.js';
import { pageContent } from './adapters/libsql/testing/page-content.js';
import { openStore } from './adapters/libsql/store.js';
import { childEnvironment, loadConfig, parseConfig } from './config.js';
import { runDoctor, type DoctorLine, type DoctorReport } from './doctor.js';

const quiet = () => undefined;
const DAY_MS = 86_400_000;

describe('doctor', () => {
  let cliPath: string;
  let dir: string;
  let server: DevServer | undefined;

  beforeAll(async () => {
    const config = loadConfig();
    cliPath = (await ensureTemporalCli({ dataDir: config.dataDir, cliPath: config.temporal.cliPath, log: quiet })).path;
  }, 300_000);
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'doctor-'));
  });
  afterEach(async () => {
    await server?.stop();
    server = undefined;
    rmSync(dir, { recursive: true, force: true });
  });

  const settings = (more: Record<string, string> = {}) => ({
    DATA_DIR: dir,
    TEMPORAL_CLI_PATH: cliPath,
    TEMPORAL_IGNORE_CONFIG_FILE: 'true',
    ...more,
  });
  const examine = (more: Record<string, string> = {}) => runDoctor(parseConfig(settings(more)));
  const lineOf = ({ lines }: DoctorReport, name: string): DoctorLine | undefined =>
    lines.find((line) => line.name === name);

  it('says what the embedder is, and what to do where the stored vectors are of another', async () => {
    expect(lineOf(await examine({ EMBEDDER: 'none' }), 'Embedder')).toMatchObject({
      status: 'ok',
      detail: 'none: full text alone',
    });
    expect(lineOf(await examine(), 'Embedder')).toMatchObject({ status: 'warning' });
    expect(lineOf(await examine({ EMBEDDER: 'hash' }), 'Embedder')?.detail).toContain('lexical only');
    const endpoint = { EMBEDDER: 'openai', EMBEDDINGS_BASE_URL: 'http://127.0.0.1:9', EMBEDDINGS_MODEL: 'm' };
    expect(lineOf(await examine(endpoint), 'Embedder')).toMatchObject({
      status: 'warning',
      detail: expect.stringMatching(/m at 127.0.0.1:9.*could not be reached.*full text alone/),
    });
    const store = openStore(join(dir, 'synthetic.db'));
    const page = { runId: 'run_a', retrievedAt: '2026-11-30T12:00:00.000Z' };
    const { pageId } = await store.pages.save(pageContent(), page);
    const chunk = { pageId, index: 0, start: 0, end: 10, text: 'Some text.' };
    await store.chunks.upsert({ pageId, url: 'https://example.org/a', title: '', language: 'en' }, [chunk]);
    await store.chunks.saveVectors('older__2', [{ ...chunk, vector: Float32Array.of(1, 0) }]);
    store.close();
    expect(lineOf(await examine(), 'Embedder')).toMatchObject({
      status: 'missing',
      detail: expect.stringMatching(/older__2.*synthetic reindex/),
    });
  });

  it('finds each part, says what a server of someone else lacks, and is content once that is there', async () => {
    server = await startDevServer({ cliPath, dbFile: null, port: 0, uiPort: null, dataDir: dir, log: quiet });
    const env = { TEMPORAL_ADDRESS: server.address };
    const first = await examine(env);
    expect(first.ok).toBe(false);
    expect(lineOf(first, 'Temporal CLI')).toMatchObject({ status: 'ok' });
    expect(lineOf(first, 'Temporal server')?.detail).toMatch(/^\d+\.\d+\.\d+\S* at .*\(TEMPORAL_ADDRESS\)$/);
    expect(lineOf(first, 'Namespace')).toMatchObject({
      status: 'ok',
      detail: 'default, closed workflows are kept 1 days',
    });
    expect(lineOf(first, 'Search attributes')).toMatchObject({ status: 'missing' });
    expect(lineOf(first, 'Search attributes')?.detail).toContain('temporal operator search-attribute create');
    expect(lineOf(first, 'Pollers')).toMatchObject({ status: 'missing' });
    expect(lineOf(first, 'Pollers')?.detail).toContain('npm run worker');

    const connection = await Connection.connect({ address: server.address });
    await prepareNamespace({ connection, namespace: 'default', retentionMs: 2 * DAY_MS, alter: true });
    await connection.close();
    const second = await examine({ ...env, RUN_RETENTION_HOURS: '100' });
    expect(lineOf(second, 'Search attributes')).toMatchObject({ status: 'ok' });
    expect(lineOf(second, 'Namespace')).toMatchObject({ status: 'warning' });
    expect(lineOf(second, 'Namespace')?.detail).toContain('less than RUN_RETENTION_HOURS (100 h)');
    expect(lineOf(await examine({ ...env, TEMPORAL_NAMESPACE: 'absent' }), 'Namespace')).toMatchObject({
      status: 'missing',
    });
  });

  it('misses no CLI where a server is configured, and says where one would come from otherwise', async () => {
    const port = await nextFreePort(0);
    const none = { TEMPORAL_CLI_PATH: '' };
    const env = childEnvironment({}) as { PATH?: string };
    const found = await findTemporalCli({ dataDir: dir, pathVariable: env.PATH });
    const own = lineOf(await examine({ ...none, TEMPORAL_PORT: String(port) }), 'Temporal CLI');
    const configured = lineOf(await examine({ ...none, TEMPORAL_ADDRESS: `127.0.0.1:${port}` }), 'Temporal CLI');
    if (found !== null) expect([own?.status, configured?.status]).toEqual(['ok', 'ok']);
    else {
      expect(own).toMatchObject({ status: 'warning' });
      expect(own?.detail).toContain('npm start downloads');
      expect(configured).toMatchObject({ status: 'ok', detail: 'none found; none is needed for a configured server' });
    }
  });

  it('says where it looked for a server that does not answer, and ends in order', async () => {
    const port = String(await nextFreePort(0));
    const program = join(dir, 'doctor.mts');
    const [doctor, config] = ['src/doctor.ts', 'src/config.ts'].map((file) => JSON.stringify(resolve(file)));
    writeFileSync(
      program,
      `import { runDoctor } from ${doctor};
       import { loadConfig } from ${config};
       console.log(JSON.stringify(await runDoctor(loadConfig())));`,
    );
    const env = childEnvironment(settings({ TEMPORAL_PORT: port, TEMPORAL_ADDRESS: '' }));
    const printed = execFileSync(process.execPath, ['--import', 'tsx', program], { env, encoding: 'utf8' });
    const report = JSON.parse(printed) as DoctorReport;
    expect(report.ok).toBe(false);
    expect(lineOf(report, 'Temporal server')).toMatchObject({ status: 'missing' });
    expect(lineOf(report, 'Temporal server')?.detail).toContain(`does not answer at 127.0.0.1:${port}`);
    expect(lineOf(report, 'Temporal server')?.detail).toContain('npm start');
  });

  it('tells the search engines in use, the missing key, the proxy without its password, and that there is no model', async () => {
    const port = String(await nextFreePort(0));
    const proxy = 'http://user:secret-of-the-proxy@127.0.0.1:3128';
    const report = await examine({ TEMPORAL_PORT: port, OUTBOUND_PROXY: proxy, CHROMIUM_PATH: '/nowhere/chromium' });
    expect(lineOf(report, 'Search')).toMatchObject({
      status: 'warning',
      detail: 'wikipedia; tavily needs TAVILY_API_KEY, searxng SEARXNG_URL',
    });
    expect(lineOf(report, 'Model')).toMatchObject({
      status: 'warning',
      detail: expect.stringContaining('closest passages'),
    });
    expect(lineOf(report, 'Chromium')).toMatchObject({ status: 'warning' });
    expect(lineOf(report, 'Chromium')?.detail).toContain('CHROMIUM_PATH names /nowhere/chromium');
    expect(lineOf(report, 'Outbound proxy')).toMatchObject({ status: 'warning' });
    expect(JSON.stringify(report)).not.toContain('secret-of-the-proxy');
    const keyless = await examine({ TEMPORAL_PORT: port, SEARCH_ENGINES: 'tavily' });
    expect(lineOf(keyless, 'Search')).toMatchObject({ status: 'missing' });
    const complete = await examine({ TEMPORAL_PORT: port, SEARCH_ENGINES: 'wikipedia' });
    expect(lineOf(complete, 'Search')).toMatchObject({ status: 'ok', detail: 'wikipedia' });
  });

  it('shows the circuits that the workers reported, and the one copy of protobufjs', async () => {
    const port = String(await nextFreePort(0));
    const store = openStore(join(dir, 'synthetic.db'));
    const at = new Date().toISOString();
    const worker = { workerId: 'w', pid: 1, startedAt: at, at, version: '0', metrics: null };
    await store.board.report({ ...worker, circuits: { tavily: 'closed', 'example.org': 'half_open' } });
    const report = await examine({ TEMPORAL_PORT: port });
    expect(lineOf(report, 'Circuits')).toMatchObject({ status: 'warning', detail: 'example.org is half open' });
    await store.board.report({ ...worker, circuits: { tavily: 'closed' } });
    expect(lineOf(await examine({ TEMPORAL_PORT: port }), 'Circuits')).toMatchObject({ status: 'ok' });
    expect(lineOf(report, 'protobufjs')).toMatchObject({ status: 'ok', detail: 'one copy' });
    store.close();
  });

  it('reports a broken store and a wrong CLI as missing instead of failing itself', async () => {
    writeFileSync(join(dir, 'synthetic.db'), 'this is not a database at all, but a text of some length'.repeat(40));
    const report = await examine({ TEMPORAL_CLI_PATH: join(dir, 'no-cli') });
    expect(report.ok).toBe(false);
    expect(lineOf(report, 'Store')).toMatchObject({ status: 'missing' });
    expect(lineOf(report, 'Temporal CLI')).toMatchObject({ status: 'missing' });
    expect(lineOf(report, 'Temporal server')?.detail).toContain('the store has to open first');
    expect(lineOf(report, 'Data folder')?.detail).toMatch(/GB free$/);
  });
});
