import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEgressGuard } from '../egress/guard.js';
import { serve, type LocalWeb } from '../http/testing/local-web.js';
import { identify, isAlive } from '../temporal-server/process-identity.js';
import { createBrowserHost, type BrowserHost } from './browser-host.js';
import { BrowserRegistry } from './browser-registry.js';
import { findChromium } from './find-chromium.js';

const describeIf = findChromium() === null ? describe.skip : describe;

let web: LocalWeb;
let dataDir: string;
let host: BrowserHost;
const warnings: string[] = [];

function hostFor(over: Partial<Parameters<typeof createBrowserHost>[0]> = {}): BrowserHost {
  return createBrowserHost({
    guard: createEgressGuard({ allowedPorts: [80, 443], allowedPrivateHosts: [web.hostPort] }),
    outboundProxy: undefined,
    chromiumPath: undefined,
    dataDir,
    agent: 'SyntheticApiBot/0 (+test)',
    warn: (message) => warnings.push(message),
    ...over,
  });
}
const recorded = (): string[] => readdirSync(join(dataDir, 'browsers')).filter((name) => name.endsWith('.json'));
const gone = async (pid: number): Promise<void> => {
  while (isAlive(pid)) await new Promise((next) => setTimeout(next, 20));
};

beforeAll(async () => {
  web = await serve({
    '/': (request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<title>${request.headers['user-agent'] ?? ''}</title><p>${request.headers.cookie ?? 'no cookie'}`);
    },
    '/hang': (_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<p>before</p><script>for (;;);</script>');
    },
  });
  dataDir = mkdtempSync(join(tmpdir(), 'browser-host-'));
  host = hostFor();
});
afterAll(async () => {
  await host.close();
  await web.close();
  rmSync(dataDir, { recursive: true, force: true });
});
afterEach(() => {
  warnings.length = 0;
});

describeIf('the browser host', () => {
  it('serves isolated contexts from one warm browser, and says who we are', async () => {
    const first = await host.open({ owner: 'run_a' });
    const second = await host.open({ owner: 'run_b' });
    const page = await first.context.newPage();
    await page.goto(`${web.origin}/`);
    expect(await page.title()).toMatch(/^Mozilla\/5\.0 .* Chrome\/[\d.]+ .*SyntheticApiBot\/0 \(\+test\)$/);
    await first.context.addCookies([{ name: 'a', value: 'b', url: web.origin }]);
    const other = await second.context.newPage();
    await other.goto(`${web.origin}/`);
    expect(await other.textContent('p')).toBe('no cookie');
    expect(recorded()).toHaveLength(1);
    await Promise.all([first.close(), second.close()]);
  });

  it('notes what the egress guard turned away, context by context', async () => {
    const [refused, innocent] = await Promise.all([host.open({ owner: 'run_a' }), host.open({ owner: 'run_a' })]);
    const page = await refused.context.newPage();
    await page.goto('http://127.0.0.1:8099/').catch(() => undefined);
    expect(refused.refusals().map(({ host: name }) => name)).toContain('127.0.0.1');
    expect(innocent.refusals()).toEqual([]);
    await Promise.all([refused.close(), innocent.close()]);
  });

  it('gives pages no WebRTC and no WebTransport', async () => {
    const opened = await host.open({ owner: 'run_a' });
    const page = await opened.context.newPage();
    await page.goto(`${web.origin}/`);
    expect(await page.evaluate('[typeof RTCPeerConnection, typeof WebTransport]')).toEqual(['undefined', 'undefined']);
    await opened.close();
  });

  it('lets go of a page that hangs and serves the next caller', async () => {
    const hung = await host.open({ owner: 'run_a' });
    const page = await hung.context.newPage();
    await page.goto(`${web.origin}/hang`, { waitUntil: 'commit' });
    await hung.close();
    const next = await host.open({ owner: 'run_b' });
    expect((await (await next.context.newPage()).goto(`${web.origin}/`))?.status()).toBe(200);
    await next.close();
  });

  it('starts a new browser after the old one was killed', async () => {
    const before = await host.open({ owner: 'run_a' });
    const pid = Number(recorded()[0]?.replace('.json', ''));
    process.kill(pid, 'SIGKILL');
    await gone(pid);
    await before.close();
    const after = await host.open({ owner: 'run_b' });
    expect((await (await after.context.newPage()).goto(`${web.origin}/`))?.status()).toBe(200);
    await after.close();
    expect(recorded()).not.toContain(`${pid}.json`);
  });

  it('leaves no process and no record when it is closed', async () => {
    const own = hostFor({ dataDir: join(dataDir, 'own') });
    await (await own.open({ owner: 'run_a' })).close();
    const dir = join(dataDir, 'own', 'browsers');
    const [file = ''] = readdirSync(dir).filter((name) => name.endsWith('.json'));
    const { browser, profile } = JSON.parse(readFileSync(join(dir, file), 'utf8')) as {
      browser: { pid: number };
      profile: string;
    };
    expect(existsSync(profile)).toBe(true);
    await own.close();
    await gone(browser.pid);
    expect([existsSync(profile), readdirSync(dir).filter((name) => name.endsWith('.json'))]).toEqual([false, []]);
  });

  it('warns once where it runs without a sandbox', async () => {
    const own = hostFor({ dataDir: join(dataDir, 'own') });
    await (await own.open({ owner: 'run_a' })).close();
    await own.close();
    expect(warnings.filter((text) => text.includes('sandbox'))).toHaveLength(process.getuid?.() === 0 ? 1 : 0);
  });

  it('says what to install where there is no browser', async () => {
    const none = hostFor({ chromiumPath: '/nowhere/chromium' });
    await expect(none.open({ owner: 'run_a' })).rejects.toMatchObject({
      type: 'BrowserMissing',
      message: expect.stringContaining('npx playwright install chromium') as unknown,
    });
    await none.close();
  });
});

describe('the browser registry', () => {
  it('ends what a dead worker left and removes its profile, and touches nothing else', async () => {
    const dir = join(dataDir, 'left');
    mkdirSync(dir, { recursive: true });
    const profile = mkdtempSync(join(tmpdir(), 'playwright_chromiumdev_profile-'));
    const artifacts = new BrowserRegistry(dir).makeArtifacts();
    const strangers = mkdtempSync(join(tmpdir(), 'somebody-elses-'));
    const orphan = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
    const living = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
    const dead = { pid: 2 ** 22 - 1, start: 'long ago' };
    const write = (name: string, record: unknown) => writeFileSync(join(dir, name), JSON.stringify(record));
    write('1.json', { owner: dead, browser: identify(orphan.pid ?? 0), profile, artifacts });
    write('2.json', {
      owner: dead,
      browser: { pid: living.pid, start: 'another time' },
      profile: strangers,
      artifacts: strangers,
    });
    write('3.json', {
      owner: identify(process.pid),
      browser: identify(living.pid ?? 0),
      profile: strangers,
      artifacts: strangers,
    });
    writeFileSync(join(dir, '4.json'), 'torn');
    expect(new BrowserRegistry(dir).sweep()).toBe(3);
    await gone(orphan.pid ?? 0);
    expect([existsSync(profile), existsSync(strangers), isAlive(living.pid ?? 0)]).toEqual([false, true, true]);
    expect(readdirSync(dir)).toEqual(['3.json']);
    living.kill('SIGKILL');
    rmSync(strangers, { recursive: true });
  });
});
