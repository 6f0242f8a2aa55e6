import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { Connection } from '@temporalio/client';
import { parse } from 'yaml';
import { ensureTemporalCli } from '../src/adapters/temporal-server/cli.js';
import { startDevServer } from '../src/adapters/temporal-server/dev-server.js';
import { prepareNamespace } from '../src/adapters/temporal-server/namespace.js';
import { childEnvironment, loadConfig, parseConfig, SETTING_NAMES } from '../src/config.js';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const HOUR_MS = 3_600_000;

interface Service {
  readonly image?: string;
  readonly ports?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: object;
  readonly restart?: string;
  readonly networks?: readonly string[];
  readonly volumes?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly profiles?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { condition: string }>>;
}
const compose = parse(read('docker-compose.yml'), { merge: true }) as { services: Record<string, Service> };
const services = Object.entries(compose.services);

const client = spawnSync('docker', ['compose', 'version'], { encoding: 'utf8' });
const hasClient = client.status === 0;
if (!hasClient) console.warn('docker compose is not installed: its own check of docker-compose.yml is left out');
const describeClient = hasClient ? describe : describe.skip;

describe('docker-compose.yml', () => {
  it('holds Temporal on PostgreSQL, its UI, Qdrant, the worker, the API, and a site to try it on', () => {
    expect(Object.keys(compose.services).sort()).toEqual(
      [
        'api',
        'demo-target',
        'postgresql',
        'qdrant',
        'temporal',
        'temporal-namespace',
        'temporal-schema',
        'temporal-ui',
        'worker',
      ].sort(),
    );
  });

  it('publishes nothing but the page and the UI, on the loopback address', () => {
    const published = services.flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port.split(':')[0]]));
    expect(published).toEqual([
      ['temporal-ui', '127.0.0.1'],
      ['api', '127.0.0.1'],
    ]);
    expect(compose.services['postgresql']?.networks).toEqual(['temporal']);
    expect(compose.services['temporal']?.networks).toEqual(['temporal']);
  });

  it('has no password of its own: each must be set, or nothing starts', () => {
    const secrets = services.flatMap(([, { environment = {} }]) =>
      Object.entries(environment).filter(([name]) => /PASSWORD|PWD|^API_KEY$/.test(name)),
    );
    expect(secrets.length).toBeGreaterThanOrEqual(5);
    for (const [, value] of secrets) expect(value).toMatch(/^\$\{(POSTGRES_PASSWORD|API_KEY):\?.+\}$/);
  });

  it('starts again what ends, looks at the health of what stays, and pins every image', () => {
    for (const [name, { image, restart, healthcheck }] of services) {
      const oneShot = ['temporal-schema', 'temporal-namespace'].includes(name);
      expect([name, restart]).toEqual([name, oneShot ? 'on-failure:5' : 'unless-stopped']);
      expect([name, healthcheck === undefined]).toEqual([name, oneShot]);
      if (image !== 'synthetic-api') expect(image).toMatch(/^[a-z/-]+:v?\d+(\.\d+)*(-alpine)?$/);
    }
  });

  it('starts worker and API only when the namespace is ready', () => {
    for (const name of ['worker', 'api'])
      expect(compose.services[name]?.depends_on).toEqual({
        'temporal-namespace': { condition: 'service_completed_successfully' },
        qdrant: { condition: 'service_started' },
      });
  });

  it('passes every setting on that makes sense in a container, and its own values are sound', () => {
    const LEFT_OUT =
      /^(TLS_|FAULT_|CHROMIUM_PATH$|SYNTHETIC_API_URL$|TEMPORAL_(CLI_PATH|PORT|UI_PORT|IGNORE_CONFIG_FILE)$)/;
    const environment = compose.services['api']?.environment ?? {};
    expect(SETTING_NAMES.filter((name) => !LEFT_OUT.test(name) && !(name in environment))).toEqual([]);
    const values = Object.entries(environment).map(([name, value]) => [name, value.replace(/^\$\{.*\}$/, '')] as const);
    const given: Record<string, string> = Object.fromEntries(values);
    const config = parseConfig({ ...given, API_KEY: 'a-key-of-sixteen-or-more' });
    expect(config).toMatchObject({ dataDir: '/data', production: true, api: { host: '0.0.0.0', port: 3000 } });
    expect(config.temporal.environment).toMatchObject({ TEMPORAL_ADDRESS: 'temporal:7233' });
  });

  it('starts the site to try it on only where it is asked for, by a program that is in the image', () => {
    const withProfiles = services.filter(([, { profiles = [] }]) => profiles.length > 0);
    expect(withProfiles.map(([name, { profiles }]) => [name, profiles])).toEqual([['demo-target', ['demo']]]);
    const source = compose.services['demo-target']?.command?.at(-1)?.replace(/^dist\/(.+)\.js$/, '$1.ts') ?? '';
    expect(read(source)).toContain('process.env');
    const [, hosts] = /^ALLOWED_PRIVATE_HOSTS=(.+)$/m.exec(read('docs/deploy.md')) ?? [];
    expect(parseConfig({ ALLOWED_PRIVATE_HOSTS: hosts ?? '' }).reading.allowedPrivateHosts).toEqual([
      'demo-target:4200',
    ]);
  });

  it('mounts only files that are there', () => {
    const files = services.flatMap(([, { volumes = [] }]) => volumes).filter((volume) => volume.startsWith('./'));
    expect(files).toHaveLength(3);
    for (const file of files) expect(read(file.split(':')[0] ?? '').length).toBeGreaterThan(0);
  });
});

describeClient('docker compose itself', () => {
  const config = (env: Record<string, string>) =>
    spawnSync('docker', ['compose', '--file', join(root, 'docker-compose.yml'), '--env-file', '/dev/null', 'config'], {
      encoding: 'utf8',
      env: childEnvironment({ API_KEY: '', POSTGRES_PASSWORD: '', ...env }),
    });

  it('takes the file, and refuses to start without the passwords', () => {
    expect(config({ API_KEY: 'a-key-of-sixteen-or-more', POSTGRES_PASSWORD: 'p' })).toMatchObject({ status: 0 });
    expect(config({}).status).not.toBe(0);
  });
});

describe('Dockerfile', () => {
  const lines = read('Dockerfile').split('\n');

  it('ends as a user without rights, under an init process, with a Chromium', () => {
    const last = (instruction: string) => lines.filter((line) => line.startsWith(`${instruction} `)).at(-1);
    expect(last('USER')).toBe('USER node');
    expect(last('ENTRYPOINT')).toContain('tini');
    expect(read('Dockerfile')).toMatch(/apt-get install .*\bchromium\b/);
    expect(last('ENV')).toContain('CHROMIUM_PATH=/usr/bin/chromium');
  });

  it('keeps secrets and data of the working copy out of the image', () => {
    const ignored = read('.dockerignore').split('\n');
    for (const name of ['.env', '.data', '.git', 'node_modules']) expect(ignored).toContain(name);
  });
});

describe('the scripts of temporal/', () => {
  it('are sound shell', () => {
    for (const file of ['set-up-schema.sh', 'set-up-namespace.sh'])
      execFileSync('/bin/sh', ['-n', join(root, 'temporal', file)]);
  });

  it('set up a namespace as the product does for its own server, and a repeat changes nothing', async () => {
    const own = loadConfig();
    const { path } = await ensureTemporalCli({
      dataDir: own.dataDir,
      cliPath: own.temporal.cliPath,
      log: () => undefined,
    });
    const dir = mkdtempSync(join(tmpdir(), 'containers-'));
    const server = await startDevServer({
      cliPath: path,
      dbFile: null,
      port: 0,
      uiPort: null,
      dataDir: dir,
      log: () => undefined,
    });
    try {
      for (const namespace of ['default', 'of-compose']) {
        const env = childEnvironment({
          PATH: `${dirname(path)}${delimiter}${childEnvironment({})['PATH'] ?? ''}`,
          TEMPORAL_ADDRESS: server.address,
          TEMPORAL_NAMESPACE: namespace,
          RUN_RETENTION_HOURS: '47.5',
        });
        for (const expected of ['search attributes', 'is registered']) {
          const { stdout } = await promisify(execFile)('/bin/sh', [join(root, 'temporal', 'set-up-namespace.sh')], {
            env,
          });
          expect(stdout.toLowerCase()).toContain(expected);
          expect(stdout).toContain(`Namespace ${namespace} is ready`);
        }
        const connection = await Connection.connect({ address: server.address });
        const retentionMs = (47.5 + 24) * HOUR_MS;
        const state = await prepareNamespace({ connection, namespace, retentionMs, alter: false });
        await connection.close();
        expect(state).toEqual({ retentionMs: 72 * HOUR_MS, missingAttributes: [], commands: [] });
      }
    } finally {
      await server.stop();
      rmSync(dir, { recursive: true, force: true });
    }
  }, 120_000);
});
