/** What Temporal's own page shows of a run: Markdown, with what to send where the run waits for a person. */
import type { PendingInput } from '../contracts/gates.js';
import { PAUSE_SIGNAL, RESUME_SIGNAL, SUPPLY_INPUT_SIGNAL } from '../contracts/messages.js';
import type { RunStatus } from '../contracts/run.js';
import { exampleAnswer } from './gate-answers.js';

/** Temporal's server takes up to 20,000 bytes of details. */
const PROMPT_CHARACTERS = 2_000;
const EFFECT_CHARACTERS = 500;

export function detailsOf(runId: string, status: RunStatus, gate: PendingInput | null): string {
  const head = `Status: **${status}**. Signals without input: \`${PAUSE_SIGNAL}\`, \`${RESUME_SIGNAL}\`.`;
  return gate === null ? head : [head, ...gateDetails(runId, gate)].join('\n\n');
}

function gateDetails(runId: string, gate: PendingInput): string[] {
  const { kind, prompt, url, expires_at, effect } = gate;
  const shown = Object.entries(effect ?? {}).map(([name, value]) => `- ${name}: ${plain(value, EFFECT_CHARACTERS)}`);
  return [
    `Waits for a person (**${kind}**) until ${expires_at}: ${plain(prompt, PROMPT_CHARACTERS)}`,
    `Page: ${plain(url, PROMPT_CHARACTERS)}`,
    ...(shown.length === 0 ? [] : [shown.join('\n')]),
    howToAnswer(runId, gate),
  ];
}

function howToAnswer(runId: string, gate: PendingInput): string {
  const sealed = gate.kind === 'login' || gate.kind === 'code';
  const how = sealed
    ? `Never send a password or code as it is. \`synthetic seal ${runId}\` asks for it and prints the input for the signal`
    : 'Send the signal';
  return `${how} \`${SUPPLY_INPUT_SIGNAL}\`${sealed ? ', which looks like this' : ' with this input (encoding json/plain)'}:\n\n${fenced(JSON.stringify(exampleAnswer(gate), null, 2))}`;
}

const fenced = (text: string): string => `\`\`\`json\n${text}\n\`\`\``;

/** Text that came from a page or a model: no Markdown of its own, no lines of its own. */
const plain = (text: string, most: number): string =>
  text
    .slice(0, most)
    .replace(/\s+/gu, ' ')
    .replace(/[\\`*_[\]<>#|!]/gu, '\\$&');
