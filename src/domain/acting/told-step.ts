import type { Decision } from '../../contracts/acting.js';

/** One line of what was done: the next decisions are told it, and so is the person. Values are not in it. */
export function toldStep({ action, target, text, input }: Decision, outcome: string): string {
  const what = [
    target === '' ? null : `"${target.slice(0, 60)}"`,
    input === null ? null : `(${input})`,
    text === null ? null : `"${text.slice(0, 40)}"`,
  ];
  return `${[action, ...what].filter((part) => part !== null).join(' ')}: ${outcome.slice(0, 240)}`;
}
