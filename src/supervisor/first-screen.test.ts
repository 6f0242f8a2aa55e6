import { describe, expect, it } from '@jest/globals';
import { firstScreen, type Surroundings } from './first-screen.js';

const facts: Surroundings = {
  page: 'http://127.0.0.1:3000',
  temporal: { address: '127.0.0.1:7233', described: 'started here', ui: 'http://127.0.0.1:8233' },
  engines: ['tavily', 'wikipedia'],
  tavilyKey: true,
  searxng: false,
  chromium: '/usr/bin/chromium',
  embedder: 'minilm-l6-v2-int8, on this machine',
  qdrant: null,
  storeFile: '.data/synthetic.db',
  logDir: '.data/logs',
  commands: [],
};

describe('the first screen', () => {
  it('opens with the addresses of the page and of the Temporal UI', () => {
    const lines = firstScreen(facts).trim().split('\n');
    expect(lines[0]).toMatch(/Ask at +http:\/\/127\.0\.0\.1:3000$/);
    expect(lines[1]).toMatch(/Temporal UI +http:\/\/127\.0\.0\.1:8233$/);
  });

  it('names what is in use, and nothing as missing where all is there', () => {
    const screen = firstScreen(facts);
    for (const text of ['tavily, then wikipedia', '.data/synthetic.db', '/usr/bin/chromium', '.data/logs'])
      expect(screen).toContain(text);
    expect(screen).toMatch(/Model +none/);
    expect(screen).not.toContain('Missing');
  });

  it('names the variable of everything that is missing', () => {
    const screen = firstScreen({ ...facts, tavilyKey: false, chromium: null });
    expect(screen).toMatch(/Search +wikipedia$/m);
    expect(screen).toMatch(/Missing[^]*TAVILY_API_KEY[^]*CHROMIUM_PATH/);
  });

  it('says plainly when no search engine is left', () => {
    expect(firstScreen({ ...facts, engines: ['tavily'], tavilyKey: false })).toMatch(
      /Search +none: set SEARCH_ENGINES/,
    );
  });

  it("shows the commands that somebody else's Temporal server still needs", () => {
    const temporal = { address: 'temporal:7233', described: 'TEMPORAL_ADDRESS', ui: null };
    const screen = firstScreen({ ...facts, temporal, commands: ['temporal operator one', 'temporal operator two'] });
    expect(screen).toContain('that of temporal:7233 (TEMPORAL_ADDRESS)');
    expect(screen).toMatch(/not ours to alter[^]*temporal operator one\n +temporal operator two/);
  });
});
