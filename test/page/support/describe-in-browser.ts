import { describe } from '@jest/globals';
import { findChromium } from '../../../src/adapters/playwright/find-chromium.js';

/** `describe` where a browser is there; elsewhere the tests are left out, and their name says why. */
export function describeInBrowser(name: string, tests: () => void): void {
  const isThere = findChromium() !== null;
  const describeIf = isThere ? describe : describe.skip;
  describeIf(isThere ? name : `${name} (left out: no Chromium was found)`, tests);
}
