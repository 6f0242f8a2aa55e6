import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXAMPLE_RUN } from '../api/openapi-examples.js';
import { randomRunId } from '../api/run-ids.js';
import { openStore } from '../adapters/libsql/store.js';
import { outcomeOf } from '../adapters/testing/memory-outcome.js';
import { API_KEY, startTestApi, type TestApi } from '../api/testing/api-server.js';
import { MemoryRuns } from '../api/testing/memory-runs.js';
import { parseConfig } from '../config.js';
import { TemporalUnavailableError } from '../contracts/errors.js';
import type { RunView } from '../contracts/run.js';
import type { ReadOutcome } from '../ports/page-reader.js';
import type { CliDeps } from './deps.js';
import type { PageExplanation } from '../ports/page-explanation.js';
import { createInspection } from './inspection.js';
import { runCli } from './program.js';
import type { Prompts } from './prompts.js';

let runs: MemoryRuns;
let api: TestApi;
let folder: string;
const servers: Server[] = [];

beforeEach(async () => {
  runs = new MemoryRuns();
  api = await startTestApi({ runs });
  folder = mkdtempSync(join(tmpdir(), 'cli-'));
});
afterEach(async () => {
  await api.close();
  for (const server of servers.splice(0)) server.close();
  rmSync(folder, { recursive: true, force: true });
});

const notAsked = (): Promise<never> => Promise.reject(new Error('nobody was to be asked'));
const NOBODY: Prompts = { interactive: false, ask: notAsked, askSecretly: notAsked, readLine: notAsked };

interface Result {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

interface CallOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly deps?: Partial<CliDeps>;
  readonly isTTY?: boolean;
}

async function synthetic(
  args: readonly string[],
  { env = {}, deps = {}, isTTY = false }: CallOptions = {},
): Promise<Result> {
  let out = '';
  let err = '';
  const code = await runCli(args, {
    out: { write: (text) => (out += text), isTTY },
    err: { write: (text) => (err += text), isTTY },
    colours: true,
    prompts: NOBODY,
    version: '1.2.3',
    loadConfig: () => parseConfig({ SYNTHETIC_API_URL: api.url, DATA_DIR: folder, ...env }),
    openRuns: async () => ({ runs, close: async () => {} }),
    openMemories: () => Promise.reject(new Error('not expected')),
    openInspection: () => Promise.reject(new Error('not expected')),
    openBackups: () => Promise.reject(new Error('not expected')),
    reindex: () => Promise.reject(new Error('not expected')),
    runDoctor: () => Promise.reject(new Error('not expected')),
    interrupted: new AbortController().signal,
    ...deps,
  });
  return { code, out, err };
}

/** Waits for the run that a command starts. */
async function startedRun(): Promise<string> {
  for (;;) {
    const [id] = runs.kept.keys();
    if (id !== undefined) return id;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function keepRun(changed: Partial<RunView> = {}): Promise<string> {
  const runId = randomRunId();
  const { question, source } = EXAMPLE_RUN;
  const input = {
    question,
    source,
    kind: 'auto',
    url: null,
    inputs: {},
    maxPages: 5,
    language: null,
    domains: { include: [], exclude: [] },
    today: '2026-11-30',
    maxDurationMs: 1,
  } as const;
  await runs.start(runId, input, { question, kind: 'auto', source, url: null, max_pages: 5, body_hash: 'x' });
  runs.change(runId, { ...EXAMPLE_RUN, ...changed, run_id: runId });
  return runId;
}

describe('synthetic ask', () => {
  it('waits, shows steps and pages as they come, and prints the answer', async () => {
    const call = synthetic(['ask', 'When was the Eiffel Tower completed?', '--max-pages', '3', '--language', 'en']);
    const id = await startedRun();
    const [step] = EXAMPLE_RUN.steps;
    runs.change(id, { steps: step ? [{ ...step, status: 'running', finished_at: null }] : [] }, 'step');
    runs.change(id, { steps: EXAMPLE_RUN.steps }, 'step');
    const refused = { ...EXAMPLE_RUN.attempts[0], url: 'https://a.example/', outcome: 'refused', reason: 'http_403' };
    runs.change(id, { attempts: [...EXAMPLE_RUN.attempts, refused] as RunView['attempts'] }, 'page');
    runs.change(id, { warnings: ['one engine was away'] }, 'warning');
    runs.change(id, { sources: EXAMPLE_RUN.sources }, 'answer');
    runs.end(id, 'succeeded', EXAMPLE_RUN.answer ?? '');
    const { code, out, err } = await call;
    expect(code).toBe(0);
    expect(out).toBe(`${EXAMPLE_RUN.answer}\n`);
    expect(err.split('\n')).toEqual([
      id,
      '✓ searchWeb  0.7 s  wikipedia: 5 hits',
      '  ✓ https://en.wikipedia.org/wiki/Eiffel_Tower  api, 9120 words, 0.4 s',
      '  ✗ https://a.example/  answered 403: it does not let us read this',
      '! one engine was away',
      '',
    ]);
    expect(runs.kept.get(id)?.input).toMatchObject({ source: 'cli', maxPages: 3, language: 'en' });
  });

  it.each([
    ['succeeded', 0],
    ['partial', 5],
    ['failed', 1],
    ['blocked', 1],
    ['cancelled', 1],
  ] as const)('ends with a code for a run that has %s', async (status, code) => {
    const call = synthetic(['ask', 'x', '--json', '--quiet']);
    runs.end(await startedRun(), status, 'so it is');
    const result = await call;
    expect(result.code).toBe(code);
    expect(JSON.parse(result.out)).toMatchObject({ overall_status: status, answer: 'so it is' });
    expect(result.err).toBe('');
  });

  it('returns at once with --no-wait', async () => {
    const { code, out } = await synthetic([
      'ask',
      'x',
      '--no-wait',
      '--include',
      'a.example',
      '--include',
      'b.example',
    ]);
    const id = await startedRun();
    expect([code, out]).toEqual([0, `${id}\n`]);
    expect(runs.kept.get(id)?.input.domains.include).toEqual(['a.example', 'b.example']);
  });

  it('misses nothing when the API restarts, and starts nothing twice', async () => {
    const call = synthetic(['ask', 'x']);
    const id = await startedRun();
    runs.change(id, { steps: EXAMPLE_RUN.steps }, 'step');
    while (runs.openStreams === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const port = Number(new URL(api.url).port);
    await api.close();
    runs.change(id, { attempts: EXAMPLE_RUN.attempts }, 'page');
    runs.end(id, 'succeeded', 'after all');
    api = await startTestApi({ runs, port });
    const { code, out, err } = await call;
    expect([code, out]).toEqual([0, 'after all\n']);
    expect(err).toContain('The API is away; the run goes on.');
    expect(err).toContain('The API is back.');
    expect(err.match(/searchWeb/g)).toHaveLength(1);
    expect(err.match(/Eiffel_Tower/g)).toHaveLength(1);
    expect(runs.kept.size).toBe(1);
  });

  it('sends the same key again when a reply is lost', async () => {
    await api.close();
    let lost = 0;
    const faultPoint = () => {
      if (lost++ === 0) api.server.closeAllConnections();
    };
    api = await startTestApi({ runs, deps: { faultPoint } });
    const { code, out } = await synthetic(['ask', 'x', '--no-wait']);
    expect([code, lost, runs.kept.size]).toEqual([0, 2, 1]);
    expect(out.trim()).toBe(await startedRun());
  });

  it('leaves the run alone on Ctrl-C and says how to see it again', async () => {
    const interrupt = new AbortController();
    const call = synthetic(['ask', 'x'], { deps: { interrupted: interrupt.signal } });
    const id = await startedRun();
    while (runs.openStreams === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    interrupt.abort();
    const { code, err } = await call;
    expect(code).toBe(130);
    expect(err).toContain(`synthetic show ${id}`);
    expect((await runs.view(id)).overall_status).toBe('running');
  });

  it('does not let a page command the terminal', async () => {
    const call = synthetic(['ask', 'x']);
    const id = await startedRun();
    const title = '\u001b]0;owned\u0007\u001b[2Jhello\r\nworld\u202e';
    runs.change(id, { warnings: [title] }, 'warning');
    runs.end(id, 'succeeded', title);
    const { out, err } = await call;
    expect(out).toBe(']0;owned[2Jhello\nworld\n');
    expect(err).not.toMatch(/[\u001b\u0007\r\u202e]/);
  });

  it('passes on what the API refuses, in its words', async () => {
    const { code, err } = await synthetic(['ask', 'x', '--max-pages', '50']);
    expect([code, err]).toEqual([2, 'max_pages: must be at most 20\n']);
  });
});

describe('finding the API', () => {
  it('says how to start it when nothing answers', async () => {
    const { url } = api;
    await api.close();
    for (const args of [['ask', 'x'], ['runs']]) {
      const { code, err } = await synthetic(args);
      expect([code, err]).toEqual([3, `Nothing answers at ${url}. Start it with: npm start\n`]);
    }
  });

  it('takes --api first, then the setting, then what runs on the data folder, then HOST and PORT', async () => {
    const nowhere = 'http://127.0.0.1:1';
    expect((await synthetic(['runs', '--api', api.url], { env: { SYNTHETIC_API_URL: nowhere } })).code).toBe(0);
    writeFileSync(join(folder, 'run.json'), JSON.stringify({ page: api.url, pid: process.pid }));
    expect((await synthetic(['runs'], { env: { SYNTHETIC_API_URL: '' } })).code).toBe(0);
    expect((await synthetic(['runs'], { env: { SYNTHETIC_API_URL: nowhere } })).err).toContain(nowhere);
    // What was left behind by a supervisor that is gone says nothing: no process has this number.
    writeFileSync(join(folder, 'run.json'), JSON.stringify({ page: nowhere, pid: 2 ** 30 }));
    const env = { SYNTHETIC_API_URL: '', HOST: '0.0.0.0', API_KEY, PORT: new URL(api.url).port };
    expect((await synthetic(['runs'], { env })).code).toBe(0);
    expect((await synthetic(['runs', '--api', 'example.org'])).code).toBe(2);
  });

  it('sends the key, and says so when it is wrong', async () => {
    await api.close();
    api = await startTestApi({ runs, env: { API_KEY } });
    expect((await synthetic(['runs'], { env: { API_KEY } })).code).toBe(0);
    const wrong = await synthetic(['runs'], { env: { API_KEY: 'another-key-of-16-characters' } });
    expect(wrong.code).toBe(6);
    expect(wrong.err).toContain('Set API_KEY to the key of the server.');
    expect((await synthetic(['runs'])).code).toBe(6);
  });

  it('does not follow a redirect with the key', async () => {
    let asked = 0;
    const elsewhere = createServer((_req, res) => {
      asked += 1;
      res.writeHead(302, { location: `${api.url}/runs` }).end();
    });
    servers.push(elsewhere);
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    const { port } = elsewhere.address() as AddressInfo;
    const { code } = await synthetic(['runs', '--api', `http://127.0.0.1:${port}`], { env: { API_KEY } });
    expect([code, asked]).toEqual([3, 1]);
  });
});

describe('synthetic runs', () => {
  it('lists runs in columns', async () => {
    const id = await keepRun({ created_at: new Date(Date.now() - 90_000).toISOString() });
    const { code, out } = await synthetic(['runs']);
    expect([code, out]).toEqual([0, `${id}  succeeded  1 min  http  When was the Eiffel Tower completed?\n`]);
    expect((await synthetic(['runs', '--status', 'failed,paused'])).out).toContain('No runs.');
    expect(JSON.parse((await synthetic(['runs', '--limit', '1', '--json'])).out)).toMatchObject({
      runs: [{ run_id: id }],
    });
    expect((await synthetic(['runs', '--status', 'done'])).code).toBe(2);
  });
});

describe('synthetic show, pause, continue, cancel', () => {
  beforeEach(() => api.close());

  it('show all of a run with the API down', async () => {
    const id = await keepRun();
    const { code, out } = await synthetic(['show', id]);
    expect(code).toBe(0);
    for (const part of [
      EXAMPLE_RUN.question,
      'succeeded in 4.1 s',
      'searchWeb',
      '9120 words',
      EXAMPLE_RUN.answer ?? '',
    ])
      expect(out).toContain(part);
    expect(JSON.parse((await synthetic(['show', id, '--json'])).out)).toMatchObject({ run_id: id });
  });

  it('take secrets out of what they show', async () => {
    const id = await keepRun({ answer: `the key is ${API_KEY}`, warnings: ['card 4111 1111 1111 1111'] });
    for (const args of [
      ['show', id],
      ['show', id, '--json'],
    ]) {
      const { out } = await synthetic(args, { env: { API_KEY } });
      expect(out).toContain('[redacted]');
      expect(out).not.toMatch(/a-key-for-tests|4111/);
    }
  });

  it('steer a run with the API down', async () => {
    const id = await keepRun({ overall_status: 'running' });
    for (const [command, status] of [
      ['pause', 'paused'],
      ['continue', 'running'],
      ['cancel', 'cancelled'],
    ] as const) {
      expect((await synthetic([command, id])).code).toBe(0);
      expect((await runs.view(id)).overall_status).toBe(status);
    }
    const ended = await synthetic(['cancel', id]);
    expect([ended.code, ended.err]).toEqual([6, `Run ${id} has ended already.\n`]);
  });

  it('say when there is no such run', async () => {
    for (const id of ['nonsense', randomRunId()]) {
      const { code, err } = await synthetic(['show', id]);
      expect(code).toBe(4);
      expect(err).toContain(`There is no run ${id}`);
    }
  });

  it('say how to start Temporal when it cannot be reached', async () => {
    runs.failure = new TemporalUnavailableError('connect ECONNREFUSED');
    const { code, err } = await synthetic(['show', randomRunId()]);
    expect([code, err]).toEqual([3, 'Temporal cannot be reached. Start it with: npm start\n']);
  });
});

describe('synthetic watch', () => {
  it('follows a run that was started elsewhere to its end and prints its answer', async () => {
    const id = await keepRun({ overall_status: 'running', finished_at: null, answer: null });
    const call = synthetic(['watch', id]);
    runs.end(id, 'succeeded', EXAMPLE_RUN.answer ?? '');
    const { code, out } = await call;
    expect([code, out]).toEqual([0, `${EXAMPLE_RUN.answer}\n`]);
  });

  it('knows no run that is none', async () => {
    expect((await synthetic(['watch', 'nonsense'])).code).toBe(4);
  });
});

describe('synthetic reindex', () => {
  it('embeds what is stored anew, and says how far it is', async () => {
    const reindex: CliDeps['reindex'] = async (_config, onProgress) => {
      onProgress(64, 70);
      return { passages: 70, space: 'minilm__384' };
    };
    const shown = await synthetic(['reindex'], { deps: { reindex } });
    expect(shown).toMatchObject({ code: 0, out: '70 passages are embedded by minilm__384.\n' });
    expect(shown.err).toContain('64 of 70 passages embedded');
    const json = await synthetic(['reindex', '--json'], { deps: { reindex } });
    expect(JSON.parse(json.out)).toEqual({ passages: 70, space: 'minilm__384' });
    expect(json.err).toBe('');
  });

  it('says what keeps it from that', async () => {
    const reindex = () => Promise.reject(new Error('EMBEDDER is none'));
    expect(await synthetic(['reindex'], { deps: { reindex } })).toMatchObject({
      code: 1,
      err: expect.stringContaining('EMBEDDER is none'),
    });
  });
});

describe('synthetic doctor', () => {
  const lines = [
    { name: 'Temporal', status: 'ok', detail: 'at 127.0.0.1:7233' },
    { name: 'search', status: 'warning', detail: 'wikipedia only' },
  ] as const;

  it('prints a line for each thing found and fails when something needed is missing', async () => {
    const fine = await synthetic(['doctor'], { deps: { runDoctor: async () => ({ ok: true, lines }) } });
    expect(fine.code).toBe(0);
    expect(fine.out).toBe('✓ Temporal  at 127.0.0.1:7233\n! search    wikipedia only\n\nReady.\n');
    const missing = { ok: false, lines: [...lines, { name: 'store', status: 'missing', detail: 'locked' } as const] };
    const broken = await synthetic(['doctor', '--json'], { deps: { runDoctor: async () => missing } });
    expect([broken.code, JSON.parse(broken.out)]).toEqual([1, missing]);
  });
});

describe('synthetic read', () => {
  const page = {
    url: 'https://example.org/',
    finalUrl: 'https://example.org/en',
    canonicalUrl: 'https://example.org/en',
    title: 'Looms',
    author: null,
    publishedAt: '2026-01-02',
    language: 'en',
    text: 'A loom weaves cloth.',
    how: 'http',
    status: 200,
    spans: [],
    extractor: 'learned-1',
    etag: null,
    lastModified: null,
  } as const;
  const refused: ReadOutcome = {
    outcome: 'refused',
    reason: 'robots_disallowed',
    message: 'robots.txt asks us not to read this.',
    status: null,
    how: 'http',
    retryable: false,
  };
  const noBrowser: ReadOutcome = {
    outcome: 'needs_browser',
    reason: 'no_browser',
    message: 'This page needs a browser, and there is none.',
    status: null,
    how: null,
    retryable: false,
  };
  const shell: ReadOutcome = {
    outcome: 'needs_browser',
    reason: 'script_shell',
    message: 'This page needs a browser: scripts put it together.',
    status: 200,
    how: 'http',
    retryable: false,
  };
  const explanation: PageExplanation = {
    kind: 'html',
    contentType: 'text/html',
    sizeBytes: 512,
    text: {
      charset: 'windows-1252',
      charsetFrom: 'bytes',
      words: 4,
      browserSign: null,
      gate: 'none',
      choice: {
        pageKind: 'article',
        pageKindChance: 0.914,
        blockCount: 3,
        blocks: [
          { text: 'A loom weaves cloth.', words: 4, place: 'main > p', chance: 0.97, reason: 'wanted' },
          { text: 'Our newsletter', words: 2, place: 'aside.ads > p', chance: 0.031, reason: 'unlikely' },
        ],
      },
    },
  };
  const given: { url: string; contentType: string | null }[] = [];
  const inspecting = (outcome: ReadOutcome, rendered: ReadOutcome = noBrowser): CallOptions => ({
    deps: {
      openInspection: async () =>
        createInspection({
          readers: [{ handles: () => true, read: async () => outcome }],
          renderer: { render: async () => rendered },
          readBytes: async (body) => {
            given.push({ url: body.url, contentType: body.contentType });
            const { url } = body;
            return { outcome: 'read', page: { ...page, url, finalUrl: url, text: Buffer.from(body.bytes).toString() } };
          },
          close: async () => {},
        }),
    },
  });

  it('prints what was seen of a page', async () => {
    const { code, out } = await synthetic(['read', page.url], inspecting({ outcome: 'read', page }));
    expect(code).toBe(0);
    expect(out).toBe(
      'outcome    read (http, learned-1, HTTP 200)\naddress    https://example.org/ → https://example.org/en\n' +
        'title      Looms\npublished  2026-01-02\nlanguage   en\nwords      4\n\nA loom weaves cloth.\n',
    );
  });

  it('prints why a page was not read, and fails', async () => {
    const { code, out } = await synthetic(['read', page.url], inspecting(refused));
    expect(code).toBe(1);
    expect(out).toContain('robots_disallowed');
    expect(out).toContain('another try will not help');
    expect(JSON.parse((await synthetic(['read', page.url, '--json'], inspecting(refused))).out)).toEqual(refused);
  });

  it('says how a page was read, and lists its blocks where asked to', async () => {
    const outcome: ReadOutcome = { outcome: 'read', page, explanation };
    const { out } = await synthetic(['read', page.url], inspecting(outcome));
    expect(out).toContain('taken for  html (content type text/html, 512 bytes)\n');
    expect(out).toContain('charset    windows-1252, by the bytes: nothing declares it\n');
    expect(out).toContain('looks      like article (91 %)\n');
    expect(out).toContain('blocks     1 (4 words) kept, 1 (2 words) left out; --blocks lists them\n\nA loom weaves');
    const listed = (await synthetic(['read', page.url, '--blocks'], inspecting(outcome))).out;
    expect(listed).toMatch(/^\+ +97 % +4 +main > p +kept +A loom weaves cloth\.$/m);
    expect(listed).toMatch(/^- +3 % +2 +aside\.ads > p +out: less likely wanted than what was kept +Our newsletter$/m);
    expect(listed).toContain('… and 1 block more');
  });

  it('tries a browser where a run would, and says so', async () => {
    const rendered: ReadOutcome = { outcome: 'read', page: { ...page, how: 'browser' } };
    const { code, out } = await synthetic(['read', page.url], inspecting(shell, rendered));
    expect(code).toBe(0);
    expect(out).toContain('outcome    read (browser, learned-1, HTTP 200)');
    expect(out).toContain('at first   plain HTTP: needs_browser, script_shell.');
    const json = await synthetic(['read', page.url, '--json'], inspecting(shell, rendered));
    expect(JSON.parse(json.out)).toEqual({ ...rendered, before_browser: shell });
    const plain = await synthetic(['read', page.url, '--no-browser'], inspecting(shell, rendered));
    expect([plain.code, plain.out.includes('script_shell'), plain.out.includes('at first')]).toEqual([1, true, false]);
  });

  it('says without a browser what is missing, but keeps the better reason', async () => {
    const { out } = await synthetic(['read', page.url], inspecting(shell));
    expect(out).toMatch(/reason +no_browser/);
    expect(out).toContain('synthetic doctor tells');
    const forbidden: ReadOutcome = { ...shell, outcome: 'refused', reason: 'http_403', status: 403 };
    expect((await synthetic(['read', page.url], inspecting(forbidden))).out).toMatch(/reason +http_403/);
    // robots.txt said no: a browser is not asked.
    const kept = await synthetic(['read', page.url], inspecting(refused, { outcome: 'read', page }));
    expect(kept.code).toBe(1);
  });

  it('says what to do about an address on this machine', async () => {
    const closed: ReadOutcome = { ...refused, reason: 'egress_refused', how: null };
    expect((await synthetic(['read', page.url], inspecting(closed))).out).toContain(
      'ALLOWED_PRIVATE_HOSTS=127.0.0.1:8080 ALLOWED_PORTS=80,443,8080 synthetic read',
    );
  });

  it('reads files as if they had been sent', async () => {
    const file = join(folder, 'a page.HTML');
    writeFileSync(file, 'hello from a file');
    const { code, out } = await synthetic(['read', file], inspecting(refused));
    expect([code, out.includes('hello from a file')]).toEqual([0, true]);
    expect(out).toContain('read (file, learned-1)');
    expect(given.at(-1)).toEqual({
      url: expect.stringMatching(/^file:.*a%20page\.HTML$/) as unknown,
      contentType: 'text/html',
    });
    expect((await synthetic(['read', join(folder, 'none')], inspecting(refused))).code).toBe(2);
    expect((await synthetic(['read', folder], inspecting(refused))).err).toContain('is a folder');
  });
});

describe('the command line', () => {
  it('helps, with examples and exit codes', async () => {
    const help = await synthetic(['--help']);
    expect([help.code, help.err]).toEqual([0, '']);
    expect(help.out).toContain('Exit codes:');
    for (const command of [
      'ask',
      'runs',
      'show',
      'answer',
      'seal',
      'pause',
      'continue',
      'cancel',
      'doctor',
      'reindex',
      'read',
      'openapi',
    ])
      expect((await synthetic([command, '--help'])).out).toMatch(new RegExp(`Examples:\n {2}\\$ synthetic ${command}`));
    expect((await synthetic(['--version'])).out).toBe('1.2.3\n');
  });

  it.each([
    [[]],
    [['asc', 'x']],
    [['ask']],
    [['ask', 'a', 'b']],
    [['runs', '--limit', 'x']],
    [['show']],
    [['ask', '--wat']],
  ])('refuses %j as wrong usage', async (args) => {
    const { code, out, err } = await synthetic(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).not.toBe('');
  });

  it('lists the faults of the settings', async () => {
    const { code, err } = await synthetic(['runs'], { env: { MAX_PAGES: '99', LOG_LEVEL: 'loud' } });
    expect(code).toBe(2);
    expect(err).toContain('MAX_PAGES');
    expect(err).toContain('LOG_LEVEL');
  });

  it('lists, shows and forgets what is remembered of tasks', async () => {
    const store = openStore(join(folder, 'memories.db'));
    const memory = await store.memories.record(outcomeOf());
    const deps: Partial<CliDeps> = {
      openMemories: async () => ({ memories: store.memories, close: async () => undefined }),
    };
    const id = memory?.memoryId ?? '';
    expect((await synthetic(['memory'], { deps })).out).toContain(
      `${id}  a.example  sign up newsletter  1 of 1 went well`,
    );
    expect((await synthetic(['memory', 'list', '--site', 'b.example'], { deps })).out).toContain(
      'Nothing is remembered yet',
    );
    const shown = (await synthetic(['memory', 'show', id], { deps })).out;
    expect(shown).toContain('takes: email');
    expect(shown).toContain('1. click "Sign up"');
    expect(JSON.parse((await synthetic(['memory', 'show', id, '--json'], { deps })).out)).toEqual(memory);
    expect(await synthetic(['memory', 'forget', id], { deps })).toMatchObject({ code: 0 });
    const gone = await synthetic(['memory', 'forget', id], { deps });
    expect(gone.code).toBe(4);
    expect(gone.err).toContain('synthetic memory list');
    store.close();
  });

  it('prints the OpenAPI document without an API', async () => {
    await api.close();
    expect(JSON.parse((await synthetic(['openapi'])).out)).toMatchObject({
      openapi: '3.1.0',
      info: { version: '1.2.3' },
    });
  });

  it('uses colours on a terminal only, and not when they are unwanted', async () => {
    await keepRun();
    const coloured = /\u001b\[3\d?m/;
    expect((await synthetic(['runs'], { isTTY: true })).out).toMatch(coloured);
    expect((await synthetic(['runs'], { isTTY: true, deps: { colours: false } })).out).not.toMatch(coloured);
    expect((await synthetic(['runs'])).out).not.toMatch(coloured);
  });
});
