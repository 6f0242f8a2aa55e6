import { describe } from '@jest/globals';
import { findChromium } from '../../../src/adapters/playwright/find-chromium.js';

/** Leaves its tests out, with a word, where there is no Chromium to run them in. */
export const describeInBrowser = (name: string, tests: () => void): void =>
  findChromium() === null ? describe.skip(`${name} (left out: no Chromium was found)`, tests) : describe(name, tests);
