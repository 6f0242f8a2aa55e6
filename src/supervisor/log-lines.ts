import { closeSync, writeSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { createInterface } from 'node:readline';
import { openLogFile } from '../adapters/temporal-server/log-file.js';

// What every line of our own log holds, and the screen shows in other ways.
const SHOWN_APART = new Set(['level', 'time', 'part', 'name', 'msg', 'pid', 'hostname']);
const REOPEN_EVERY_LINES = 10_000;

function factsOf(record: Readonly<Record<string, unknown>>): string {
  const facts = Object.entries(record).filter(([name]) => !SHOWN_APART.has(name));
  return facts.map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`).join('');
}

function parseRecord(line: string): Record<string, unknown> | null {
  if (!line.startsWith('{')) return null;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return null;
  }
}

/** A line of a part's log as people read it: `12:00:01 worker info  worker is polling queue=…`. */
export function readableLine(part: string, line: string): string {
  const record = parseRecord(line);
  const name = part.padEnd(8);
  if (record === null) return `         ${name} ${line}`;
  const word = (key: string): string => (typeof record[key] === 'string' ? record[key] : '');
  const clock = word('time').slice(11, 19).padEnd(8);
  return `${clock} ${name} ${word('level').padEnd(5)} ${word('msg')}${factsOf(record)}`;
}

/**
 * Appends every line of the streams to the part's log file and shows it.
 * @returns resolves when the streams have ended
 */
export async function keepLog(file: string, streams: readonly Readable[], show: (line: string) => void): Promise<void> {
  let descriptor = openLogFile(file);
  let lines = 0;
  const write = (line: string): void => {
    if ((lines += 1) % REOPEN_EVERY_LINES === 0) {
      closeSync(descriptor);
      descriptor = openLogFile(file);
    }
    writeSync(descriptor, `${line}\n`);
    show(line);
  };
  const copy = async (input: Readable): Promise<void> => {
    for await (const line of createInterface({ input, crlfDelay: Infinity })) write(line);
  };
  try {
    await Promise.all(streams.map(copy));
  } finally {
    closeSync(descriptor);
  }
}
