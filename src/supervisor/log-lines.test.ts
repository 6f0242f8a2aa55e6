import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { logFilePath } from '../adapters/temporal-server/log-file.js';
import { keepLog, readableLine } from './log-lines.js';

describe('the log of a part', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'log-lines-'));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  it('is readable on the screen: time, part, level, message and facts', () => {
    const line = JSON.stringify({
      level: 'warn',
      time: '2026-01-02T03:04:05.678Z',
      part: 'api',
      msg: 'slow',
      ms: 12,
      route: '/runs',
    });
    expect(readableLine('api', line)).toBe('03:04:05 api      warn  slow ms=12 route=/runs');
  });

  it('shows lines that are not ours as they are', () => {
    for (const line of ['plain text', '{ not: json', ''])
      expect(readableLine('worker', line).endsWith(line)).toBe(true);
    expect(readableLine('worker', '{"level":30,"msg":{"a":1}}')).toContain('worker');
  });

  it('keeps every line of every stream in its file, also those cut across chunks', async () => {
    const file = logFilePath(dir, 'worker');
    const shown: string[] = [];
    await keepLog(file, [Readable.from(['one\ntw', 'o\nthree'])], (line) => shown.push(line));
    await keepLog(file, [Readable.from(['four\r\n']), Readable.from(['five\n'])], (line) => shown.push(line));
    expect(shown.slice(0, 3)).toEqual(['one', 'two', 'three']);
    expect(readFileSync(file, 'utf8').trim().split('\n').sort()).toEqual(['five', 'four', 'one', 'three', 'two']);
  });

  it('begins a new file past ten million bytes and keeps the last one, readable by its owner alone', async () => {
    const file = logFilePath(dir, 'api');
    await keepLog(file, [Readable.from(['old\n'])], () => undefined);
    truncateSync(file, 10_000_001);
    writeFileSync(`${file}.1`, 'older');
    await keepLog(file, [Readable.from(['new\n'])], () => undefined);
    expect(readFileSync(file, 'utf8')).toBe('new\n');
    expect(readFileSync(`${file}.1`, 'utf8').slice(0, 3)).toBe('old');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
