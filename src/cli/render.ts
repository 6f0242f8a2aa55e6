/** Runs, lists and pages as text. */
import type { PendingInput } from '../contracts/gates.js';
import type { PageAttempt, RunListItem, RunStatus, RunStep, RunView } from '../contracts/run.js';
import { attemptInWords } from '../domain/reason-words.js';
import type { DoctorReport } from './deps.js';
import { age, oneLine, printable, seconds, table, type Colours } from './terminal.js';

const LINE_LENGTH = 100;

function statusInColour(status: RunStatus, c: Colours): string {
  if (status === 'succeeded') return c.green(status);
  if (status === 'failed' || status === 'blocked') return c.red(status);
  return status === 'running' ? c.cyan(status) : c.yellow(status);
}

function stepMark({ status }: RunStep, c: Colours): string {
  if (status === 'succeeded') return c.green('✓');
  if (status === 'failed') return c.red('✗');
  return status === 'cancelled' ? c.yellow('–') : c.cyan('…');
}

function stepTime({ started_at, finished_at }: RunStep): string {
  return started_at === null || finished_at === null ? '' : seconds(Date.parse(finished_at) - Date.parse(started_at));
}

/** `✓ searchWeb  0.7 s  looms` */
export function renderStep(step: RunStep, c: Colours): string {
  const tries = step.attempts > 1 ? `try ${step.attempts}` : '';
  const parts = [step.name, stepTime(step), tries, step.detail === null ? '' : oneLine(step.detail, LINE_LENGTH)];
  return `${stepMark(step, c)} ${parts.filter((part) => part !== '').join('  ')}`;
}

/** Pages that were tried have lines of their own, with their address and outcome. */
export function isShownAsPage({ name, status }: RunStep): boolean {
  return (name === 'readPage' || name === 'renderPage') && isOver(status);
}

export function isOver(status: RunStep['status']): boolean {
  return status === 'succeeded' || status === 'failed' || status === 'cancelled';
}

/** `✓ https://example.org/looms  http, 1204 words, 0.4 s`, or why not. */
export function renderAttempt(attempt: PageAttempt, c: Colours): string {
  const { url, outcome, how, words, duration_ms } = attempt;
  const address = oneLine(url, LINE_LENGTH);
  if (outcome === 'read') {
    const facts = [how ?? '', `${words} words`, seconds(duration_ms)].filter((part) => part !== '');
    return `  ${c.green('✓')} ${address}  ${c.dim(facts.join(', '))}`;
  }
  return `  ${c.yellow('✗')} ${address}  ${attemptInWords(attempt)}`;
}

function heading(view: RunView, c: Colours, nowMs: number): string[] {
  const took =
    view.finished_at === null
      ? `for ${age(view.created_at, nowMs)}`
      : `in ${seconds(Date.parse(view.finished_at) - Date.parse(view.created_at))}`;
  const reason = view.reason === null ? [] : [`${printable(view.reason.message)} (${view.reason.code})`];
  return [
    c.bold(printable(view.question)),
    `${statusInColour(view.overall_status, c)} ${took}, ${view.run_id}, from ${view.source}`,
    ...reason,
  ];
}

/** What a run waits for, and how it is answered. */
export function renderGate(gate: PendingInput, c: Colours): string[] {
  const { kind, prompt, url, expires_at, options, fields, effect } = gate;
  const facts = [
    ['page', url],
    ...Object.entries(effect ?? {}),
    ...(options.length > 0 ? [['options', options.join(', ')]] : []),
    ...(kind === 'values' ? [['fields', fields.join(', ')]] : []),
    ['until', expires_at],
  ];
  return [
    c.yellow(`waits for a person (${kind}): ${oneLine(prompt, 300)}`),
    ...facts.map(([name = '', value = '']) => `  ${oneLine(name, 30)}: ${oneLine(value, 300)}`),
  ];
}

/** `synthetic show`: everything worth reading of a run. */
export function renderRun(view: RunView, c: Colours, nowMs: number): string {
  const blocks = [
    heading(view, c, nowMs),
    view.steps.filter((step) => !isShownAsPage(step)).map((step) => renderStep(step, c)),
    view.attempts.map((attempt) => renderAttempt(attempt, c)),
    view.warnings.map((warning) => `${c.yellow('!')} ${oneLine(warning, LINE_LENGTH)}`),
    view.pending_input === null
      ? []
      : [...renderGate(view.pending_input, c), `  answer it with: synthetic answer ${view.run_id}`],
    view.answer === null ? [] : [printable(view.answer)],
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

/** `synthetic runs`: newest first. */
export function renderList(runs: readonly RunListItem[], c: Colours, nowMs: number): string {
  if (runs.length === 0) return 'No runs. Ask something: synthetic ask "When was the Eiffel Tower completed?"';
  const rows = runs.map(({ run_id, overall_status, created_at, source, question }) => [
    run_id,
    overall_status,
    age(created_at, nowMs),
    source,
    oneLine(question, 60),
  ]);
  const lines = table(rows).split('\n');
  // Coloured after the columns are cut, so that the marks do not count as width.
  return lines
    .map((line, i) => {
      const status = runs[i]?.overall_status;
      return status === undefined ? line : line.replace(status, statusInColour(status, c));
    })
    .join('\n');
}

const DOCTOR_MARKS = { ok: '✓', missing: '✗', warning: '!' } as const;

export function renderDoctor({ ok, lines }: DoctorReport, c: Colours): string {
  const colour = { ok: c.green, missing: c.red, warning: c.yellow };
  const width = Math.max(0, ...lines.map(({ name }) => name.length));
  const text = lines.map(
    ({ name, status, detail }) => `${colour[status](DOCTOR_MARKS[status])} ${name.padEnd(width)}  ${printable(detail)}`,
  );
  return [...text, '', ok ? c.green('Ready.') : c.red('Something that is needed is missing.')].join('\n');
}
