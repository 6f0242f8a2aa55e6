import { describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));
const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

function start(...args: string[]) {
  return spawn(process.execPath, ['--import', loader, main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
}

describe('the command synthetic, as a process', () => {
  it('ends with the exit code of its command and keeps standard output clean', async () => {
    const child = start('show', 'nonsense');
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (part: string) => (out += part));
    child.stderr.setEncoding('utf8').on('data', (part: string) => (err += part));
    const [code] = (await once(child, 'close')) as [number];
    expect([code, out]).toEqual([4, '']);
    expect(err).toContain('There is no run nonsense');
  });

  it('ends quietly when its reader has seen enough', async () => {
    const child = start('openapi');
    child.stdout.once('data', () => child.stdout.destroy());
    let err = '';
    child.stderr.setEncoding('utf8').on('data', (part: string) => (err += part));
    await once(child, 'close');
    expect(err).toBe('');
  });
});
