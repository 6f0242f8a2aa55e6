/**
 * The one way to a browser: reading, signing in and acting all open their contexts here. One warm Chromium per worker; each
 * context is isolated, leaves only through the egress proxy and has a pass of its own.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright';
import { BrowserLostError, BrowserMissingError } from '../../contracts/errors.js';
import { EGRESS_CHROMIUM_FLAGS } from '../egress/chromium-flags.js';
import { createEgressProxy, type EgressProxy, type ProxyPass } from '../egress/egress-proxy.js';
import type { EgressGuard } from '../egress/guard.js';
import { BrowserRegistry, killTree } from './browser-registry.js';

export interface BrowserHostDeps {
  readonly guard: EgressGuard;
  /** http(s) address of a forward proxy */
  readonly outboundProxy: string | undefined;
  /** `CHROMIUM_PATH`; else the browser is looked for */
  readonly chromiumPath: string | undefined;
  /** where started browsers are noted */
  readonly dataDir: string;
  /** names us to sites; added to the browser's own user agent */
  readonly agent: string;
  readonly warn: (message: string) => void;
}

export interface Refusal {
  readonly host: string;
  readonly why: string;
}

export interface GuardedContext {
  readonly context: BrowserContext;
  /** hosts that the egress guard turned away */
  refusals(): readonly Refusal[];
  /** Always comes back: a browser that does not let go of its page is ended, and started anew by the next caller. */
  close(): Promise<void>;
}

export interface OpenOptions {
  /** names the run in the proxy's log */
  readonly owner: string;
  /** hosts that are not connected to, on top of what the guard refuses */
  readonly refuses?: (host: string) => boolean;
  /** on top of the defaults; proxy and service workers are not for the caller to choose */
  readonly context?: Omit<BrowserContextOptions, 'proxy' | 'serviceWorkers'>;
}

export interface BrowserHost {
  /**
   * A fresh context in the warm browser, which is started where needed.
   * @throws BrowserMissingError there is no Chromium; the message says what to install
   * @throws BrowserLostError it could not be started, or ended meanwhile; worth another try
   */
  open(options: OpenOptions): Promise<GuardedContext>;
  close(): Promise<void>;
}

/** A browser that has served this many contexts makes room for a new one: renderers leak. */
const CONTEXTS_PER_BROWSER = 100;
const LAUNCH_TIMEOUT_MS = 30_000;
/** A context that is not closed by then never will be: a hung renderer. */
const CLOSE_TIMEOUT_MS = 5_000;

const FLAGS = [
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--mute-audio',
  // Without it the browser keeps its own command line, and so its profile, to itself.
  '--enable-automation',
];

export const MISSING_BROWSER =
  'no Chromium was found: run "npx playwright install chromium", install the system\'s chromium, or set CHROMIUM_PATH';

/** Ways past the proxy that only a page's script knows. */
const WITHOUT_BYPASSES = `for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'WebTransport'])
  Object.defineProperty(globalThis, name, { value: undefined, configurable: false, writable: false });`;

interface Warm {
  readonly browser: Browser;
  readonly agent: string;
  readonly kill: () => void;
  readonly forget: () => void;
  served: number;
  open: number;
}

export function createBrowserHost(deps: BrowserHostDeps): BrowserHost {
  return new Host(deps);
}

class Host implements BrowserHost {
  private readonly registry: BrowserRegistry;
  private readonly refusals = new Map<string, Refusal[]>();
  private proxy: Promise<EgressProxy> | null = null;
  private warm: Promise<Warm> | null = null;
  private readonly all = new Set<Warm>();
  private contexts = 0;
  private warned = false;

  constructor(private readonly deps: BrowserHostDeps) {
    this.registry = new BrowserRegistry(join(deps.dataDir, 'browsers'));
  }

  async open({ owner, refuses, context: options = {} }: OpenOptions): Promise<GuardedContext> {
    const proxy = await this.proxied();
    const warm = await this.warmed(proxy);
    const key = `${owner}#${++this.contexts}`;
    const pass = proxy.admit(key, refuses);
    this.refusals.set(key, []);
    warm.open += 1;
    warm.served += 1;
    try {
      const context = await newContext(warm, proxy, pass, options);
      return { context, refusals: () => this.refusals.get(key) ?? [], close: this.closer(warm, context, pass, key) };
    } catch (error) {
      this.release(warm, pass, key);
      throw new BrowserLostError('the browser ended before a page could be opened', { cause: error });
    }
  }

  async close(): Promise<void> {
    this.warm = null;
    await Promise.all([...this.all].map((warm) => this.end(warm)));
    await (await this.proxy)?.close();
    this.proxy = null;
  }

  private proxied(): Promise<EgressProxy> {
    const { guard, outboundProxy } = this.deps;
    this.proxy ??= createEgressProxy({
      guard,
      outboundProxy,
      onRefused: ({ owner, host, why }) => this.refusals.get(owner)?.push({ host, why }),
    });
    return this.proxy;
  }

  private async warmed(proxy: EgressProxy): Promise<Warm> {
    this.warm ??= this.launch(proxy).catch((error: unknown) => {
      this.warm = null;
      throw error;
    });
    const warm = await this.warm;
    if (warm.browser.isConnected() && warm.served < CONTEXTS_PER_BROWSER) return warm;
    this.warm = null;
    if (warm.open === 0) await this.end(warm);
    return this.warmed(proxy);
  }

  private async launch(proxy: EgressProxy): Promise<Warm> {
    // Loaded here: the driver takes its time, and most runs need no browser.
    const [{ chromium }, { findChromium }] = await Promise.all([import('playwright'), import('./find-chromium.js')]);
    const executablePath = findChromium(this.deps.chromiumPath);
    if (executablePath === null) throw new BrowserMissingError(MISSING_BROWSER);
    this.registry.sweep();
    const artifactsDir = this.registry.makeArtifacts();
    const options = { ...this.launchOptions(), executablePath, artifactsDir, proxy: { server: proxy.server } };
    try {
      return await this.keep(await chromium.launch(options), artifactsDir);
    } catch (error) {
      rmSync(artifactsDir, { recursive: true, force: true });
      throw new BrowserLostError('the browser could not be started', { cause: error });
    }
  }

  private launchOptions() {
    const asRoot = process.getuid?.() === 0;
    if (asRoot && !this.warned) this.deps.warn('Chromium runs as root and so without its sandbox: use another user');
    this.warned = true;
    const home = join(this.deps.dataDir, 'browsers', 'home');
    mkdirSync(home, { recursive: true });
    return {
      chromiumSandbox: !asRoot,
      args: [...FLAGS, ...EGRESS_CHROMIUM_FLAGS],
      // Only what a browser needs: the worker's environment holds keys.
      env: { HOME: home, PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8' },
      timeout: LAUNCH_TIMEOUT_MS,
      // The worker stops in an order of its own.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    };
  }

  private async keep(browser: Browser, artifacts: string): Promise<Warm> {
    const { pid, profile, userAgent } = await describe(browser);
    const agent = `${userAgent.replace('HeadlessChrome', 'Chrome')} ${this.deps.agent}`;
    const forget = this.registry.add(pid, profile, artifacts);
    const warm: Warm = { browser, agent, kill: () => killTree(pid), forget, served: 0, open: 0 };
    this.all.add(warm);
    browser.once('disconnected', () => {
      this.all.delete(warm);
      forget();
    });
    return warm;
  }

  private closer(warm: Warm, context: BrowserContext, pass: ProxyPass, key: string): () => Promise<void> {
    let closed: Promise<void> | null = null;
    const close = async () => {
      if (!(await within(context.close(), CLOSE_TIMEOUT_MS))) warm.kill();
      this.release(warm, pass, key);
      if (warm.open === 0 && warm.served >= CONTEXTS_PER_BROWSER) await this.end(warm);
    };
    return () => (closed ??= close());
  }

  private release(warm: Warm, pass: ProxyPass, key: string): void {
    pass.revoke();
    this.refusals.delete(key);
    warm.open -= 1;
  }

  private async end(warm: Warm): Promise<void> {
    if (!(await within(warm.browser.close(), CLOSE_TIMEOUT_MS))) warm.kill();
    this.all.delete(warm);
    warm.forget();
  }
}

async function newContext(
  { browser, agent }: Warm,
  proxy: EgressProxy,
  { username, password }: ProxyPass,
  options: NonNullable<OpenOptions['context']>,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    userAgent: agent,
    acceptDownloads: false,
    viewport: { width: 1280, height: 1600 },
    ...options,
    serviceWorkers: 'block',
    proxy: { server: proxy.server, username, password },
  });
  await context.addInitScript(WITHOUT_BYPASSES);
  return context;
}

interface Described {
  readonly pid: number;
  readonly profile: string | null;
  readonly userAgent: string;
}

/** What the browser says of itself over its debugging pipe. */
async function describe(browser: Browser): Promise<Described> {
  const session = await browser.newBrowserCDPSession();
  try {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const { arguments: flags } = await session.send('Browser.getBrowserCommandLine');
    const { userAgent } = await session.send('Browser.getVersion');
    const profile = flags.find((flag) => flag.startsWith('--user-data-dir='))?.slice('--user-data-dir='.length);
    const pid = processInfo.find(({ type }) => type === 'browser')?.id;
    if (pid === undefined) throw new Error('the browser does not tell its process');
    return { pid, profile: profile ?? null, userAgent };
  } finally {
    await session.detach();
  }
}

/** Did it end, well or not, within that time? */
async function within(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((done) => {
    timer = setTimeout(() => done(false), ms);
  });
  const settled = work.then(
    () => true,
    () => true,
  );
  return Promise.race([settled, late]).finally(() => clearTimeout(timer));
}
