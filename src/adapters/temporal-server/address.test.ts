import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parseConfig } from '../../config.js';
import { configuredTemporalAddress, resolveTemporalAddress } from './address.js';
import { identify } from './process-identity.js';
import { readLiveRunFile, readRunFile, removeRunFile, writeRunFile } from './run-file.js';

describe('the address of Temporal', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'address-'));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  const config = (env: Record<string, string> = {}) =>
    parseConfig({ DATA_DIR: dir, TEMPORAL_IGNORE_CONFIG_FILE: 'true', ...env });
  const running = (pid: number, start: string | null) => ({
    pid,
    process: start,
    page: 'http://127.0.0.1:3000',
    temporal_address: '127.0.0.1:7999',
    temporal_ui: 'http://127.0.0.1:8999',
    temporal_namespace: 'default',
    started_at: '2026-01-01T00:00:00.000Z',
  });

  it('is TEMPORAL_ADDRESS where that is set, whatever else is running', () => {
    const self = identify(process.pid);
    writeRunFile(dir, running(self.pid, self.start));
    const found = resolveTemporalAddress(config({ TEMPORAL_ADDRESS: 'temporal:7233', TEMPORAL_NAMESPACE: 'mine' }));
    expect(found).toMatchObject({ address: 'temporal:7233', namespace: 'mine', source: 'environment' });
  });

  it('comes from the TOML profile of the user, unless that is ignored', () => {
    const file = join(dir, 'temporal.toml');
    writeFileSync(file, '[profile.default]\naddress = "toml.example:7233"\nnamespace = "from-file"\n');
    const read = config({ TEMPORAL_CONFIG_FILE: file, TEMPORAL_IGNORE_CONFIG_FILE: 'false' });
    expect(configuredTemporalAddress(read)).toMatchObject({ address: 'toml.example:7233', source: 'file' });
    expect(configuredTemporalAddress(config({ TEMPORAL_CONFIG_FILE: file }))).toBeNull();
  });

  it('is that of the running supervisor of the data folder', () => {
    const self = identify(process.pid);
    writeRunFile(dir, running(self.pid, self.start));
    expect(resolveTemporalAddress(config())).toMatchObject({ address: '127.0.0.1:7999', source: 'run-file' });
    removeRunFile(dir);
    expect(readRunFile(dir)).toBeNull();
  });

  it('is the default port where the supervisor of the run file is gone', () => {
    writeRunFile(dir, running(process.pid, 'another start'));
    expect(readRunFile(dir)).not.toBeNull();
    expect(readLiveRunFile(dir)).toBeNull();
    const found = resolveTemporalAddress(config({ TEMPORAL_PORT: '7300' }));
    expect(found).toMatchObject({ address: '127.0.0.1:7300', source: 'default' });
    expect(found.described).toContain('TEMPORAL_ADDRESS is not set');
  });

  it('takes a cut or foreign run file for none', () => {
    for (const text of ['{"pid": 1', '[]', 'null', '{"pid": "1"}']) {
      writeFileSync(join(dir, 'run.json'), text);
      expect(readRunFile(dir)).toBeNull();
    }
  });

  it('treats an empty TEMPORAL_ADDRESS as not set', () => {
    expect(configuredTemporalAddress(config({ TEMPORAL_ADDRESS: '' }))).toBeNull();
  });

  it('turns TLS on with an API key and passes it to the connection', () => {
    const found = resolveTemporalAddress(
      config({ TEMPORAL_ADDRESS: 'cloud:7233', TEMPORAL_API_KEY: 'key-of-the-cloud' }),
    );
    expect(found.connectOptions).toMatchObject({ address: 'cloud:7233', apiKey: 'key-of-the-cloud', tls: true });
  });
});
