/** Makes the data folder, or says what is wrong with it. */
import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { ConfigError } from './config.js';

function kindOf(path: string): 'folder' | 'file' | null {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // ENOTDIR: something above it is a file, which is found on the way up.
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

/** Step by step: asked for all of it at once, Node tries for ever where a file system takes no folders (/proc). */
function make(path: string): void {
  const kind = kindOf(path);
  if (kind === 'file') throw new Error(`${path} is a file`);
  if (kind === 'folder') return;
  make(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another part of the program may have made it meanwhile.
    if (kindOf(path) !== 'folder') throw error;
  }
}

/**
 * Makes the folder with all above it, if need be.
 * @throws ConfigError when it cannot be made or written to
 */
export function ensureDataFolder(dataDir: string): void {
  try {
    make(dataDir);
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`DATA_DIR ${dataDir} must be a folder that can be written to: ${why}`]);
  }
}
