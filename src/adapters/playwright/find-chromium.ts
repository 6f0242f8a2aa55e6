import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';

const SYSTEM_FOLDERS = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome', '/opt/homebrew/bin'];
const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MACOS_APPS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * The Chromium to drive: the one named by hand, Playwright's own if it was downloaded, else the system's.
 * @param explicit `CHROMIUM_PATH`; when it names a file that is not there, nothing else is taken in its place
 * @returns path of the executable, or null when there is none
 */
export function findChromium(explicit?: string): string | null {
  if (explicit !== undefined && explicit !== '') return existsSync(explicit) ? explicit : null;
  return [chromium.executablePath(), ...systemCandidates()].find((path) => path !== '' && existsSync(path)) ?? null;
}

function systemCandidates(): string[] {
  const inFolders = SYSTEM_NAMES.flatMap((name) => SYSTEM_FOLDERS.map((folder) => join(folder, name)));
  return [...inFolders, ...MACOS_APPS];
}
