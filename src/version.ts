import { readFileSync } from 'node:fs';

/** The product's version, from package.json beside `src` or `dist`. */
export const VERSION = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
