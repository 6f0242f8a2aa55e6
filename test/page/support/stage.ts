/** The built page in a real Chromium, against a scripted API. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright';
import { findChromium } from '../../../src/adapters/playwright/find-chromium.js';
import { ScriptedApi } from './scripted-api.js';

const ROOT = join(import.meta.dirname, '../../..');

/**
 * Through Vite's API in a process of its own: its command line allows one build of a project at a time, whatever folder it
 * writes to, and test files that run side by side each build into their own.
 */
const BUILD = `
  import { build } from 'vite';
  const [configFile, outDir] = process.argv.slice(1);
  await build({ configFile, logLevel: 'error', build: { outDir, emptyOutDir: true } });
`;

/** Builds the page as it is now into a folder of its own. */
export async function buildPage(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'synthetic-page-'));
  const config = join(ROOT, 'src/page/vite.config.ts');
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', BUILD, config, folder], { cwd: ROOT });
  return folder;
}

export interface OpenPage {
  readonly page: Page;
  /** what must not happen: script errors, policy violations, requests to another origin */
  readonly faults: string[];
}

export interface Stage {
  readonly api: ScriptedApi;
  readonly pageDir: string;
  open(path: string, options?: BrowserContextOptions): Promise<OpenPage>;
  closePages(): Promise<void>;
  close(): Promise<void>;
}

export async function setStage(): Promise<Stage> {
  const pageDir = await buildPage();
  const api = new ScriptedApi(pageDir);
  await api.start();
  const browser = await launchBrowser();
  const closePages = async (): Promise<void> => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  };
  return {
    api,
    pageDir,
    open: (path, options) => openPage(browser, api.origin, path, options),
    closePages,
    close: async () => {
      await browser.close();
      await api.stop();
      await rm(pageDir, { recursive: true, force: true });
    },
  };
}

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
  });

export async function openPage(
  browser: Browser,
  origin: string,
  path: string,
  options: BrowserContextOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC', ...options });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/i.test(message.text())) faults.push(`policy: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) faults.push(`request to another origin: ${request.url()}`);
  });
  await page.goto(`${origin}${path}`);
  return { page, faults };
}

interface AxeViolation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

const AXE_FILE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What axe finds wrong with the page as it stands, a line each. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(AXE_FILE, 'utf8'));
  const violations = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(): Promise<{ violations: AxeViolation[] }> } };
    return (await axe.run()).violations;
  });
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`));
}
