import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse as parseDotenv } from 'dotenv';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { childEnvironment, ConfigError, isLoopback, loadConfig, parseConfig, SETTING_NAMES } from './config.js';

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    parseConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

describe('settings', () => {
  it('have defaults for everything', () => {
    const config = parseConfig({});
    expect(config.api).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      portGiven: false,
      tls: null,
      triggersPerMinute: 60,
    });
    expect(config).toMatchObject({ dataDir: resolve('.data'), logLevel: 'info', runMaxMs: 300_000, maxPages: 5 });
    expect(config.search).toMatchObject({ engines: ['tavily', 'searxng', 'wikipedia'], tavilyApiKey: undefined });
    expect(config.reading).toMatchObject({ allowedPorts: [80, 443], robotsUnreachable: 'allow', hostIntervalMs: 1000 });
    expect(config.temporal).toMatchObject({ port: 7233, uiPort: 8233, ignoreConfigFile: false, environment: {} });
    expect(config.runRetentionMs).toBe(24 * 3_600_000);
    expect(config.faults).toBeNull();
  });

  it('refuse to run with a browser that logs what is typed', () => {
    for (const DEBUG of ['pw:api', 'express,pw:protocol', '*'])
      expect(faultsOf({ DEBUG })).toEqual([expect.stringContaining('DEBUG')]);
    expect(faultsOf({ DEBUG: 'express' })).toEqual([]);
  });

  it('let people be asked over https, or at a private host that is named', () => {
    expect(parseConfig({ GATE_ORIGINS: 'https://a.example/, https://b.example:8443' }).gates.origins).toEqual([
      'https://a.example',
      'https://b.example:8443',
    ]);
    const own = { GATE_ORIGINS: 'http://127.0.0.1:4200', ALLOWED_PRIVATE_HOSTS: '127.0.0.1:4200' };
    expect(faultsOf(own)).toEqual([]);
    expect(faultsOf({ GATE_ORIGINS: 'http://a.example' })).toEqual([expect.stringContaining('must be https')]);
    expect(faultsOf({ GATE_ORIGINS: 'https://a.example/members' })).toEqual([
      expect.stringContaining('without a path'),
    ]);
  });

  it('list every fault at once, each with its name and what is allowed, single ones and those of a combination', () => {
    const faults = faultsOf({
      LOG_LEVEL: 'loud',
      PORT: '70000',
      MAX_PAGES: '0',
      TRUST_PROXY: 'all',
      SEARCH_ENGINES: 'tavily,altavista',
      PUBLIC_URL: 'ftp://example.org',
      ALLOWED_PRIVATE_HOSTS: 'localhost',
      TEMPORAL_IGNORE_CONFIG_FILE: 'maybe',
      HOST: '0.0.0.0',
      TLS_CERT_FILE: '/nowhere/cert.pem',
      FAULT_POINT: 'before:readPage',
      NODE_ENV: 'production',
    });
    for (const fault of [
      /^LOG_LEVEL must be one of: debug, info, warn, error, silent$/,
      /^PORT must be at most 65535$/,
      /^MAX_PAGES must be at least 1$/,
      /^TRUST_PROXY must be a number$/,
      /^SEARCH_ENGINES must be one of: tavily, searxng, wikipedia$/,
      /^PUBLIC_URL must be an http or https address$/,
      /^ALLOWED_PRIVATE_HOSTS: must be host:port pairs/,
      /^TEMPORAL_IGNORE_CONFIG_FILE must be one of: true/,
      /^HOST 0\.0\.0\.0 is reachable from outside: set API_KEY/,
      /^TLS_CERT_FILE and TLS_KEY_FILE must be set together$/,
      /^TLS_CERT_FILE names a file that does not exist/,
      /^FAULT_POINT kills processes on purpose/,
    ])
      expect(faults).toContainEqual(expect.stringMatching(fault));
    expect(faults).toHaveLength(12);
  });

  it('are told in one message, a line per fault', () => {
    expect(() => parseConfig({ MAX_PAGES: '99' })).toThrow(
      'The settings have a fault:\n  - MAX_PAGES must be at most 20',
    );
    expect(() => parseConfig({ MAX_PAGES: '99', PORT: '-1' })).toThrow(/2 faults:\n {2}- .*\n {2}- /);
  });

  it('do not blame a combination for what one of its settings alone got wrong', () => {
    expect(faultsOf({ HOST: '0.0.0.0', API_KEY: 'too-short' })).toEqual([
      'API_KEY must be at least 16 characters long',
    ]);
  });

  it('count an empty value as not set', () => {
    const empty = Object.fromEntries(SETTING_NAMES.map((name) => [name, '']));
    expect(parseConfig(empty)).toEqual(parseConfig({}));
    expect(parseConfig({ TEMPORAL_ADDRESS: '' }).temporal.environment).toEqual({});
  });

  it('read "false" as false', () => {
    expect(parseConfig({ TEMPORAL_IGNORE_CONFIG_FILE: 'false' }).temporal.ignoreConfigFile).toBe(false);
    expect(parseConfig({ TEMPORAL_IGNORE_CONFIG_FILE: 'true' }).temporal.ignoreConfigFile).toBe(true);
  });

  it('refuse an address reachable from outside without a key, and take it with one', () => {
    expect(faultsOf({ HOST: '0.0.0.0', API_KEY: 'a-key-of-sixteen' })).toEqual([]);
    for (const host of ['127.0.0.1', '127.8.9.10', 'localhost', '::1', '[::1]']) expect(isLoopback(host)).toBe(true);
    for (const host of ['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.example.org', 'localhost.example.org'])
      expect(isLoopback(host)).toBe(false);
  });

  it('name every secret that may not be shown', () => {
    const { secrets } = parseConfig({
      API_KEY: 'key-of-the-installation',
      TAVILY_API_KEY: 'tvly-of-the-operator',
      OUTBOUND_PROXY: 'http://user:pass%20word-of-proxy@127.0.0.1:3128',
      TEMPORAL_API_KEY: 'key-of-temporal-cloud',
    });
    expect(secrets).toEqual([
      'key-of-the-installation',
      'tvly-of-the-operator',
      'pass word-of-proxy',
      'key-of-temporal-cloud',
    ]);
  });

  it('take a proxy whose password is no percent-encoding as it stands', () => {
    const { secrets } = parseConfig({ OUTBOUND_PROXY: 'http://user:100%25-or-100%pure@127.0.0.1:3128' });
    expect(secrets).toEqual(['100%25-or-100%pure']);
  });

  it('never fail with anything but a list of faults, whatever is set', () => {
    const values = fc.oneof(
      fc.string(),
      fc.constantFrom('0', '-1', '1e9', 'true', ',', 'http://', '[::]', '{language}'),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...SETTING_NAMES), values), (env) => {
        const faults = faultsOf(env);
        expect(faults.every((fault) => SETTING_NAMES.some((name) => fault.startsWith(name)))).toBe(true);
      }),
    );
  });
});

describe('.env', () => {
  const cwd = process.cwd();
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'config-'));
    process.chdir(dir);
  });
  afterEach(() => {
    process.chdir(cwd);
    rmSync(dir, { recursive: true, force: true });
  });

  it('is read from the working directory, and gives way to variables that are set', () => {
    writeFileSync('.env', 'MAX_PAGES=7\nPATH=/of/the/file\n');
    expect(loadConfig().maxPages).toBe(7);
    expect(childEnvironment({ EXTRA: '1' })).toMatchObject({ PATH: process.env['PATH'], EXTRA: '1' });
  });
});

describe('.env.example', () => {
  const text = readFileSync('.env.example', 'utf8');
  const shown = parseDotenv(text.replaceAll(/^# (?=[A-Z_]+=)/gm, ''));
  const TEMPORAL_OWN = /^TEMPORAL_(ADDRESS|NAMESPACE|API_KEY|TLS|TLS_[A-Z_]+|PROFILE|CONFIG_FILE)$/;

  it('documents every setting, and nothing that is none', () => {
    const own = Object.keys(shown).filter((name) => !TEMPORAL_OWN.test(name));
    expect(own.sort()).toEqual([...SETTING_NAMES].sort());
    for (const name of ['TEMPORAL_ADDRESS', 'TEMPORAL_NAMESPACE', 'TEMPORAL_API_KEY', 'TEMPORAL_TLS'])
      expect(shown).toHaveProperty(name);
  });

  it('shows the defaults', () => {
    const { api, temporal, ...rest } = parseConfig({});
    const example = parseConfig(shown);
    expect(example).toMatchObject({ ...rest, api: { ...api, portGiven: true } });
    expect({ ...example.temporal, environment: {} }).toEqual({ ...temporal, environment: {} });
  });

  it('says something about every setting or the pair it belongs to', () => {
    const lines = text.split('\n');
    const bare = lines.filter((line, n) => /^# [A-Z_]+=/.test(line) && lines[n - 1]?.trim() === '');
    expect(bare).toEqual([]);
  });
});
