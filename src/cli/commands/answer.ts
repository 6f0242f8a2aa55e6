/** `synthetic answer` and `synthetic seal`: to Temporal itself, so that they work with the API down. */
import { randomBytes } from 'node:crypto';
import type { OfferedKey, PendingInput, Secret, SupplyInput } from '../../contracts/gates.js';
import type { RunView } from '../../contracts/run.js';
import type { Runs } from '../../ports/runs.js';
import { sealSecret } from '../../sealing/seal.js';
import { CliError, EXIT, type ExitCode } from '../exit-codes.js';
import type { Prompts } from '../prompts.js';
import { renderGate } from '../render.js';
import { checkRunId, type Session } from '../session.js';

export interface SealOptions {
  readonly gate?: string;
  readonly answerId?: string;
  readonly email?: string;
  readonly passwordStdin?: boolean;
}
export interface AnswerOptions extends SealOptions {
  readonly approve?: boolean;
  readonly deny?: boolean;
  readonly choice?: string;
  readonly value?: readonly string[];
  readonly private?: boolean;
}

type Answer = SupplyInput & { readonly answer_id: string };

/** @throws CliError refused: the run does not wait, or for another gate */
function openGate({ pending_input: gate, run_id, overall_status }: RunView, wanted: string | undefined): PendingInput {
  if (gate === null)
    throw new CliError(EXIT.refused, `Run ${run_id} does not wait for an answer: it is ${overall_status}.`);
  if (wanted === undefined || wanted === gate.gate_id) return gate;
  throw new CliError(EXIT.refused, `Run ${run_id} waits at another gate now: ${gate.gate_id}`);
}

/** @throws CliError when a pair is none */
function valuesOf(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw new CliError(EXIT.usage, `--value takes name=value, not ${pair}`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

const OPTION_OF: Readonly<Record<PendingInput['kind'], string>> = {
  email: '--email <address>',
  login: '--email <address>; the password is asked for',
  code: 'nothing; the code is asked for',
  values: '--value name=value, once for each field',
  approval: '--approve or --deny',
  choice: '--choice <option>',
};

/** What was given on the command line; null: nothing, or what has to be sealed. */
function openlyGiven({ email, approve, deny, choice, value }: AnswerOptions, gate: PendingInput): SupplyInput | null {
  const given: SupplyInput = {
    ...(approve || deny ? { approve: approve === true } : {}),
    ...(choice === undefined ? {} : { choice }),
    ...(value === undefined ? {} : { values: valuesOf(value) }),
    ...(email !== undefined && gate.kind === 'email' ? { email } : {}),
  };
  if (approve && deny) throw new CliError(EXIT.usage, 'Either --approve or --deny.');
  return Object.keys(given).length === 0 ? null : given;
}

/** Asks at the terminal for what an open gate needs. @throws CliError when nobody is there */
async function askOpenly(prompts: Prompts, gate: PendingInput): Promise<SupplyInput> {
  if (!prompts.interactive) throw new CliError(EXIT.usage, `This gate (${gate.kind}) takes ${OPTION_OF[gate.kind]}.`);
  if (gate.kind === 'email') return { email: await prompts.ask('Email: ') };
  if (gate.kind === 'approval') return { approve: /^y(?:es)?$/i.test((await prompts.ask('Approve? [y/N] ')).trim()) };
  if (gate.kind === 'choice') return { choice: await prompts.ask('Choice: ') };
  const values: Record<string, string> = {};
  for (const name of gate.fields) values[name] = await prompts.ask(`${name}: `);
  return { values };
}

const isSealed = ({ kind }: PendingInput, hidden: boolean): boolean =>
  kind === 'login' || kind === 'code' || (kind === 'email' && hidden);

async function emailOf(prompts: Prompts, { email }: SealOptions): Promise<string> {
  if (email !== undefined) return email;
  if (!prompts.interactive) throw new CliError(EXIT.usage, 'Give the address with --email.');
  return prompts.ask('Email: ');
}

/** Password or code: from the terminal without echo, or the first line of standard input. Never an argument. */
async function secretOf(prompts: Prompts, { passwordStdin }: SealOptions, prompt: string): Promise<string> {
  if (passwordStdin === true) return prompts.readLine();
  if (prompts.interactive) return prompts.askSecretly(prompt);
  throw new CliError(EXIT.usage, 'Nobody is at the terminal to be asked: pipe it in and add --password-stdin.');
}

async function askSecret(prompts: Prompts, gate: PendingInput, options: SealOptions): Promise<Secret> {
  if (gate.kind === 'email') return { email: await emailOf(prompts, options) };
  if (gate.kind === 'code') return { code: await secretOf(prompts, options, 'Code: ') };
  const email = await emailOf(prompts, options);
  return { email, password: await secretOf(prompts, options, 'Password: ') };
}

/** The key is asked for once the secret is there, so that it is good for as long as can be. */
async function seal(
  runs: Runs,
  prompts: Prompts,
  gate: PendingInput,
  runId: string,
  options: SealOptions,
): Promise<string> {
  const secret = await askSecret(prompts, gate, options);
  const key: OfferedKey = await runs.offerKey(runId, gate.gate_id);
  return sealSecret(key, secret);
}

const OUTCOMES = {
  accepted: 'tries it now',
  repeated: 'had this answer already',
  unconfirmed: 'has the answer waiting: it is read as soon as a worker runs',
} as const;

/** Answers what a run waits for. */
export async function answer(
  session: Session,
  prompts: Prompts,
  id: string,
  options: AnswerOptions,
): Promise<ExitCode> {
  const runId = checkRunId(id);
  await session.withRuns(async (runs) => {
    const gate = openGate(await runs.view(runId), options.gate);
    session.note(renderGate(session.redact(gate), session.err).join('\n'));
    const answer_id = options.answerId ?? randomBytes(12).toString('base64url');
    const named = { gate_id: gate.gate_id, answer_id };
    const hidden = options.private === true;
    const input: Answer = isSealed(gate, hidden)
      ? { ...named, sealed: await seal(runs, prompts, gate, runId, options), ...(hidden ? { private: true } : {}) }
      : { ...named, ...(openlyGiven(options, gate) ?? (await askOpenly(prompts, gate))) };
    const { outcome } = await runs.answer(runId, input);
    session.print(`${runId} ${OUTCOMES[outcome]}; watch it with: synthetic watch ${runId}`);
  });
  return EXIT.ok;
}

/** Prints a sealed answer: the input of the signal `supplyInput`, for Temporal's own page or command line. */
export async function sealAnswer(
  session: Session,
  prompts: Prompts,
  id: string,
  options: SealOptions,
): Promise<ExitCode> {
  const runId = checkRunId(id);
  await session.withRuns(async (runs) => {
    const gate = openGate(await runs.view(runId), options.gate);
    if (!isSealed(gate, true))
      throw new CliError(EXIT.refused, `A gate of kind ${gate.kind} is answered as it is: synthetic answer ${runId}`);
    const sealed = await seal(runs, prompts, gate, runId, options);
    const answer_id = options.answerId ?? randomBytes(12).toString('base64url');
    session.note('Good for ten minutes, once. Send it as the input of the signal supplyInput:');
    session.print(JSON.stringify({ gate_id: gate.gate_id, answer_id, sealed }));
  });
  return EXIT.ok;
}
