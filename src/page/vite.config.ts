import { join } from 'node:path';
import { defineConfig } from 'vite';

/**
 * Builds the page into `dist/page`, which the API serves under a strict content security policy: everything is a file of
 * its own, nothing is inlined.
 */
export default defineConfig({
  root: import.meta.dirname,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  // @hpke/common asks Node for what every browser has.
  resolve: { alias: { crypto: join(import.meta.dirname, 'web-crypto.ts') } },
  build: {
    outDir: '../../dist/page',
    emptyOutDir: true,
    target: 'es2022',
    // The policy has no `data:` for styles, scripts and fonts: small assets stay files too.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
