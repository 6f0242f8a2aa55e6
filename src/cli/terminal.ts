/** Text for a terminal. */
import pc from 'picocolors';
import type { CliDeps, Output } from './deps.js';

export type Colours = ReturnType<typeof pc.createColors>;

/** Colours only on a terminal, and not when they are unwanted. */
export function coloursFor(output: Output, { colours }: Pick<CliDeps, 'colours'>): Colours {
  return pc.createColors(colours && output.isTTY === true);
}

/**
 * Text from the web without what would command the terminal: control characters (escape sequences begin with one) but
 * line breaks and tabs, and characters that turn the reading direction.
 */
export function printable(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
}

/** One line of at most `length` characters. */
export function oneLine(text: string, length: number): string {
  const line = printable(text).replace(/\s+/g, ' ').trim();
  const characters = Array.from(line);
  return characters.length <= length ? line : `${characters.slice(0, length - 1).join('')}…`;
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** How long ago, in one unit. */
export function age(iso: string, nowMs: number): string {
  const s = Math.max(0, Math.round((nowMs - Date.parse(iso)) / 1000));
  if (s < 60) return `${s} s`;
  if (s < 3_600) return `${Math.floor(s / 60)} min`;
  return s < 172_800 ? `${Math.floor(s / 3_600)} h` : `${Math.floor(s / 86_400)} d`;
}

/** Columns as wide as their widest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, i) => (widths[i] = Math.max(widths[i] ?? 0, Array.from(cell).length)));
  const pad = (cell: string, i: number) => cell + ' '.repeat((widths[i] ?? 0) - Array.from(cell).length);
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}
