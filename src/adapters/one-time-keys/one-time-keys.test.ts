import { describe, expect, it } from '@jest/globals';
import { sealedParts } from '../../domain/sealed-format.js';
import { sealSecret } from '../../sealing/seal.js';
import { createOneTimeKeys, KEY_LIFE_MS } from './one-time-keys.js';

const purpose = { runId: 'run_1', gateId: 'gate_1', origin: 'https://members.example' };
const secret = { email: 'a@example.com', password: 'pässwörd "quoted" 🔑' };

describe('one-time keys', () => {
  it('open what was sealed to them, once', async () => {
    const keys = createOneTimeKeys();
    const sealed = await sealSecret(await keys.offer(purpose), secret);
    expect(await keys.open(sealed, purpose)).toEqual(secret);
    expect(await keys.open(sealed, purpose)).toBeNull();
  });

  it.each([
    ['run', { ...purpose, runId: 'run_2' }],
    ['gate', { ...purpose, gateId: 'gate_2' }],
    ['origin', { ...purpose, origin: 'https://members.example.evil' }],
  ])('open for no other %s, and are gone after the try', async (_name, other) => {
    const keys = createOneTimeKeys();
    const sealed = await sealSecret(await keys.offer(purpose), secret);
    expect(await keys.open(sealed, other)).toBeNull();
    expect(await keys.open(sealed, purpose)).toBeNull();
  });

  it('are bound to what they were sealed for, whatever the worker is told', async () => {
    const keys = createOneTimeKeys();
    const key = await keys.offer(purpose);
    const sealed = await sealSecret({ ...key, origin: 'https://elsewhere.example' }, secret);
    expect(await keys.open(sealed, purpose)).toBeNull();
  });

  it('do not open what was sealed to another process, changed, or never sealed', async () => {
    const keys = createOneTimeKeys();
    const foreign = await sealSecret(await createOneTimeKeys().offer(purpose), secret);
    expect(await keys.open(foreign, purpose)).toBeNull();
    const key = await keys.offer(purpose);
    const mine = await sealSecret(key, secret);
    expect(await keys.open(`${mine.slice(0, -4)}AAAA`, purpose)).toBeNull();
    for (const garbage of ['', 'v1', `v1.${key.key_id}.e.c`, `v2.${key.key_id}.e.c`])
      expect(await keys.open(garbage, purpose)).toBeNull();
  });

  it('end after their time', async () => {
    let clock = 0;
    const keys = createOneTimeKeys({ now: () => clock });
    const key = await keys.offer(purpose);
    const sealed = await sealSecret(key, secret);
    clock = Date.parse(key.expires_at);
    expect(clock).toBe(KEY_LIFE_MS);
    expect(await keys.open(sealed, purpose)).toBeNull();
  });

  it('make sealed bytes whose length tells nothing of the password', async () => {
    const keys = createOneTimeKeys();
    const lengths = await Promise.all(
      ['a', 'a'.repeat(100)].map(
        async (password) => (await sealSecret(await keys.offer(purpose), { password })).length,
      ),
    );
    expect(lengths[0]).toBe(lengths[1]);
    const sealed = await sealSecret(await keys.offer(purpose), secret);
    expect(sealedParts(sealed)).not.toBeNull();
    expect(sealed).not.toContain(secret.password);
  });
});
