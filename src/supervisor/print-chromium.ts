/** Prints the path of the Chromium that would be used, or nothing: `node print-chromium.js [CHROMIUM_PATH]`. */
import { findChromium } from '../adapters/playwright/find-chromium.js';

process.stdout.write(findChromium(process.argv[2]) ?? '');
