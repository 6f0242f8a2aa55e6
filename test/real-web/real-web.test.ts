import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort, until } from '../support/product.js';
import { startSystem, type System } from '../support/system.js';

interface Asked {
  readonly question: string;
  /** each fact in any of its wordings */
  readonly must_contain: readonly (readonly string[])[];
}

const root = resolve(import.meta.dirname, '../..');
const replayWeb = join(resolve(root, process.env['SHARED_DIR'] ?? '../shared'), 'tools', 'replay-web.mjs');
const asked = JSON.parse(readFileSync(join(import.meta.dirname, 'questions.json'), 'utf8')) as Asked[];
const isThere = existsSync(replayWeb);
if (!isThere)
  console.warn(`the stored pages are not at ${replayWeb} (SHARED_DIR): questions about real pages are left out`);
const describeRealWeb = isThere ? describe : describe.skip;

const folded = (text: string): string => text.toLowerCase().replace(/\s+/gu, ' ');

describeRealWeb('questions about stored pages of the real web', () => {
  let web: ChildProcess;
  let system: System;

  beforeAll(async () => {
    const port = await freePort();
    const address = `http://127.0.0.1:${port}`;
    web = spawn(process.execPath, [replayWeb, '--port', String(port)], { stdio: 'ignore' });
    await until('the replay web', 60_000, async () => (await fetch(`${address}/_pages`)).ok);
    system = await startSystem({
      OUTBOUND_PROXY: address,
      TAVILY_BASE_URL: address,
      TAVILY_API_KEY: 'tvly-replay-web-key',
      SEARCH_ENGINES: 'tavily',
    });
    await system.startWorker();
  }, 180_000);

  afterAll(async () => {
    await system?.stop();
    web?.kill();
  });

  it.each(asked)(
    '$question',
    async ({ question, must_contain: facts }) => {
      const view = await system.viewWhen(await system.ask(question, { maxPages: 5 }));
      const shown = folded(
        `${view.answer} ${view.sources.flatMap(({ quotes }) => quotes.map(({ text }) => text)).join(' ')}`,
      );
      const missing = facts.filter((wordings) => !wordings.some((wording) => shown.includes(folded(wording))));
      expect(missing).toEqual([]);
    },
    120_000,
  );
});
