import { beforeEach, describe, expect, it } from '@jest/globals';
import { PassThrough, Writable } from 'node:stream';
import { EXAMPLE_RUN } from '../api/openapi-examples.js';
import { randomRunId } from '../api/run-ids.js';
import { MemoryRuns } from '../api/testing/memory-runs.js';
import { createOneTimeKeys } from '../adapters/one-time-keys/one-time-keys.js';
import { parseConfig } from '../config.js';
import type { PendingInput } from '../contracts/gates.js';
import { runCli } from './program.js';
import { createPrompts, type Prompts } from './prompts.js';

const keys = createOneTimeKeys();
const origin = 'https://members.example';
let runs: MemoryRuns;

beforeEach(() => {
  runs = new MemoryRuns();
  runs.keys = keys;
});

async function waiting(kind: PendingInput['kind'], more: Partial<PendingInput> = {}) {
  const runId = randomRunId();
  const { question, source } = EXAMPLE_RUN;
  const memo = { question, kind: 'auto', source, url: null, max_pages: 5, body_hash: 'x' } as const;
  const domains = { include: [], exclude: [] };
  const rest = { inputs: {}, maxPages: 5, language: null, domains, today: '2026-11-30', maxDurationMs: 1 };
  await runs.start(runId, { question, source, kind: 'auto', url: null, ...rest }, memo);
  const gate: PendingInput = {
    gate_id: `gate_${runId}`,
    kind,
    fields: [],
    prompt: 'Please.',
    url: `${origin}/briefing`,
    expires_at: '2026-12-03T12:00:00.000Z',
    options: [],
    effect: null,
    ...more,
  };
  runs.change(runId, { overall_status: 'awaiting_human_input', pending_input: gate }, 'gate');
  return { runId, gate_id: gate.gate_id };
}

/** A person at the terminal who gives these lines, or a pipe. */
function person(...lines: string[]): Prompts {
  const next = async (): Promise<string> => lines.shift() ?? '';
  return { interactive: true, ask: next, askSecretly: next, readLine: next };
}
const pipe = (line: string): Prompts => ({ ...person(line), interactive: false });

async function synthetic(args: readonly string[], prompts: Prompts = pipe('')) {
  let [out, err] = ['', ''];
  const code = await runCli(args, {
    out: { write: (text) => (out += text) },
    err: { write: (text) => (err += text) },
    prompts,
    colours: false,
    version: '1.2.3',
    loadConfig: () => parseConfig({}),
    openRuns: async () => ({ runs, close: async () => {} }),
    openMemories: () => Promise.reject(new Error('not expected')),
    openInspection: () => Promise.reject(new Error('not expected')),
    openBackups: () => Promise.reject(new Error('not expected')),
    reindex: () => Promise.reject(new Error('not expected')),
    runDoctor: () => Promise.reject(new Error('not expected')),
    interrupted: new AbortController().signal,
  });
  return { code, out, err };
}

describe('synthetic answer', () => {
  it.each<[PendingInput['kind'], Partial<PendingInput>, string[], object]>([
    ['email', {}, ['--email', 'a@example.com'], { email: 'a@example.com' }],
    ['approval', {}, ['--approve'], { approve: true }],
    ['approval', {}, ['--deny'], { approve: false }],
    ['choice', { options: ['red', 'blue'] }, ['--choice', 'blue'], { choice: 'blue' }],
    ['values', { fields: ['a', 'b'] }, ['--value', 'a=1', '--value', 'b=x=y'], { values: { a: '1', b: 'x=y' } }],
  ])('answers a gate of kind %s', async (kind, more, options, expected) => {
    const { runId, gate_id } = await waiting(kind, more);
    const { code, out } = await synthetic(['answer', runId, ...options]);
    expect(code).toBe(0);
    expect(out).toContain('tries it now');
    expect(runs.answers).toEqual([{ gate_id, answer_id: expect.any(String) as unknown, ...expected }]);
  });

  it.each<[string, Prompts, string[]]>([
    ['asked for without echo', person('hunter2-canary'), []],
    ['piped in', pipe('hunter2-canary'), ['--password-stdin']],
  ])('seals a password that is %s', async (_name, prompts, options) => {
    const { runId, gate_id } = await waiting('login');
    const { code, out, err } = await synthetic(['answer', runId, '--email', 'a@example.com', ...options], prompts);
    expect(code).toBe(0);
    const [answer] = runs.answers;
    expect(await keys.open(answer?.sealed ?? '', { runId, gateId: gate_id, origin })).toEqual({
      email: 'a@example.com',
      password: 'hunter2-canary',
    });
    expect(out + err + JSON.stringify(runs.answers)).not.toContain('canary');
  });

  it('seals a code, and an email that is private', async () => {
    const code = await waiting('code');
    await synthetic(['answer', code.runId], person('246810'));
    const email = await waiting('email');
    await synthetic(['answer', email.runId, '--email', 'a@example.com', '--private']);
    expect(runs.answers.map((answer) => Object.keys(answer).sort())).toEqual([
      ['answer_id', 'gate_id', 'sealed'],
      ['answer_id', 'gate_id', 'private', 'sealed'],
    ]);
  });

  it('asks at the terminal for what was not given, and shows what it is about', async () => {
    const { runId } = await waiting('approval', { effect: { element: 'button "Sign up"' } });
    const { err } = await synthetic(['answer', runId], person('yes'));
    expect(err).toContain('button "Sign up"');
    expect(runs.answers).toMatchObject([{ approve: true }]);
    const values = await waiting('values', { fields: ['name'] });
    await synthetic(['answer', values.runId], person('Ada'));
    expect(runs.answers.at(-1)).toMatchObject({ values: { name: 'Ada' } });
  });

  it('takes anything but yes for no', async () => {
    const { runId } = await waiting('approval');
    await synthetic(['answer', runId], person(''));
    expect(runs.answers).toMatchObject([{ approve: false }]);
  });

  it.each([
    [[], /--approve or --deny/],
    [['--approve', '--deny'], /Either/],
    [['--value', 'nonsense'], /name=value/],
  ])('refuses %j with what to do', async (options, words) => {
    const { runId } = await waiting('approval');
    const { code, err } = await synthetic(['answer', runId, ...options]);
    expect(code).toBe(2);
    expect(err).toMatch(words);
    expect(runs.answers).toEqual([]);
  });

  it('says why an answer was refused', async () => {
    const { runId } = await waiting('choice', { options: ['red', 'blue'] });
    const wrong = await synthetic(['answer', runId, '--choice', 'green']);
    expect([wrong.code, wrong.err]).toEqual([6, expect.stringContaining('red, blue')]);
    const other = await synthetic(['answer', runId, '--choice', 'red', '--gate', 'gate_of_before']);
    expect([other.code, other.err]).toEqual([6, expect.stringContaining('another gate')]);
    await synthetic(['answer', runId, '--choice', 'red']);
    const late = await synthetic(['answer', runId, '--choice', 'red']);
    expect([late.code, late.err]).toEqual([6, expect.stringContaining('does not wait')]);
    expect((await synthetic(['answer', randomRunId()])).code).toBe(4);
  });

  it('says that nobody makes a key, and that a worker is away', async () => {
    const { runId } = await waiting('login');
    runs.keys = null;
    const { code, err } = await synthetic(['answer', runId, '--email', 'a@example.com'], person('x'));
    expect([code, err]).toEqual([3, expect.stringContaining('synthetic doctor')]);
    runs.unconfirmed = true;
    const email = await waiting('email');
    expect((await synthetic(['answer', email.runId, '--email', 'a@example.com'])).out).toContain('as soon as a worker');
  });
});

describe('synthetic seal', () => {
  it("prints the signal's input for Temporal's own page, and nothing else", async () => {
    const { runId, gate_id } = await waiting('login');
    const { code, out } = await synthetic(['seal', runId, '--email', 'a@example.com'], person('hunter2-canary'));
    expect(code).toBe(0);
    const { sealed, ...rest } = JSON.parse(out) as { sealed: string };
    expect(rest).toEqual({ gate_id, answer_id: expect.any(String) as unknown });
    expect(await keys.open(sealed, { runId, gateId: gate_id, origin })).toMatchObject({ password: 'hunter2-canary' });
    expect(runs.answers).toEqual([]);
  });

  it('is for what is secret', async () => {
    const { runId } = await waiting('approval');
    expect((await synthetic(['seal', runId])).code).toBe(6);
  });
});

describe('prompts', () => {
  function terminal() {
    const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
    let shown = '';
    const output = new Writable({
      write(chunk, _encoding, done) {
        shown += String(chunk);
        done();
      },
    });
    return { input, output, shown: () => shown };
  }

  it('show what is typed, but not where it is secret', async () => {
    const { input, output, shown } = terminal();
    const prompts = createPrompts({ input, output });
    const email = prompts.ask('Email: ');
    input.write('a@example.com\r');
    expect(await email).toBe('a@example.com');
    const secret = prompts.askSecretly('Password: ');
    input.write('hunter2\r');
    expect(await secret).toBe('hunter2');
    expect(shown()).toContain('a@example.com');
    expect(shown()).not.toContain('hunter2');
  });

  it('read the first line of what is piped in, and say when there is none', async () => {
    const input = new PassThrough();
    input.end('hunter2\nmore\n');
    const { output } = terminal();
    expect(await createPrompts({ input, output }).readLine()).toBe('hunter2');
    const empty = new PassThrough();
    empty.end();
    await expect(createPrompts({ input: empty, output }).readLine()).rejects.toThrow(/empty/);
  });
});
