/** What the first screen says; facts only, so that it can be tested without starting anything. */
export interface Surroundings {
  readonly page: string;
  readonly temporal: { readonly address: string; readonly described: string; readonly ui: string | null };
  readonly engines: readonly string[];
  readonly tavilyKey: boolean;
  /** is the address of a SearXNG instance known? */
  readonly searxng: boolean;
  readonly chromium: string | null;
  /** how passages are found besides by their words, in a few words */
  readonly embedder: string;
  /** host of the store of passages, where it is not the embedded one */
  readonly qdrant: string | null;
  readonly storeFile: string;
  readonly logDir: string;
  /** commands that a Temporal server of someone else still needs */
  readonly commands: readonly string[];
}

const line = (name: string, value: string): string => `  ${name.padEnd(12)} ${value}`;

function missing({ engines, tavilyKey, searxng, chromium }: Surroundings): string[] {
  const wantsTavily = engines.includes('tavily') && !tavilyKey && !(engines.includes('searxng') && searxng);
  return [
    ...(wantsTavily ? ['a Tavily key, to search the whole web: TAVILY_API_KEY (until then: Wikipedia)'] : []),
    ...(chromium === null
      ? ['a Chromium: CHROMIUM_PATH, or npx playwright install chromium (everything that needs no browser works)']
      : []),
  ];
}

/** The engines that will be asked, in order. */
export function enginesInUse({
  engines,
  tavilyKey,
  searxng,
}: Pick<Surroundings, 'engines' | 'tavilyKey' | 'searxng'>): readonly string[] {
  const known: Readonly<Record<string, boolean>> = { tavily: tavilyKey, searxng };
  return engines.filter((engine) => known[engine] ?? true);
}

/** The lines that `npm start` prints when everything runs. */
export function firstScreen(facts: Surroundings): string {
  const engines = enginesInUse(facts).join(', then ') || 'none: set SEARCH_ENGINES or TAVILY_API_KEY';
  const lacking = missing(facts);
  const { temporal } = facts;
  return [
    '',
    `  Ask at       ${facts.page}`,
    line('Temporal UI', temporal.ui ?? `that of ${temporal.address} (${temporal.described})`),
    '',
    line('Search', engines),
    line('Model', 'none: answers are the closest passages, quoted from the pages'),
    line('Embedder', facts.embedder),
    line(
      'Store',
      facts.qdrant === null ? facts.storeFile : `${facts.storeFile}, passages in Qdrant at ${facts.qdrant}`,
    ),
    line('Chromium', facts.chromium ?? 'none'),
    line('Logs', facts.logDir),
    ...(lacking.length === 0 ? [] : ['', '  Missing', ...lacking.map((what) => `    - ${what}`)]),
    ...(facts.commands.length === 0
      ? []
      : [
          '',
          `  The Temporal server at ${temporal.address} is not ours to alter. It still needs:`,
          ...facts.commands.map((command) => `    ${command}`),
        ]),
    '',
    '  Ctrl-C ends all of it; runs go on at the next start.',
    '',
  ].join('\n');
}
