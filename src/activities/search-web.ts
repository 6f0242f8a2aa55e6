import { Context } from '@temporalio/activity';
import type { Activities, EngineReport, SearchWebInput, SearchWebResult } from '../contracts/activities.js';
import { SearchUnavailableError } from '../contracts/errors.js';
import type { FaultPoint } from '../faults.js';
import type { SearchAnswer, SearchEngine } from '../ports/search-engine.js';

const SNIPPET_CHARACTERS = 300;
const MOST_HITS = 20;

interface Deps {
  readonly engines: readonly SearchEngine[];
  readonly faultPoint: FaultPoint;
  /** attempts Temporal makes; on the last one the next engine is asked instead of trying again */
  readonly attempts: number;
}

/**
 * Asks the engines in order until one answers. What another try may mend (429, 5xx, time-out) is tried again by Temporal;
 * what none can mend (400, 401, 403) goes on to the next engine at once.
 */
export const createSearchWeb = ({ engines, faultPoint, attempts }: Deps): Activities['searchWeb'] =>
  async function searchWeb(input) {
    const { cancellationSignal: signal, info } = Context.current();
    const tried: EngineReport[] = [];
    for (const engine of engines) {
      const answer = await engine.search(input, { signal });
      faultPoint('in:searchWeb');
      if (answer.retryable && info.attempt < attempts) throw unavailable(engine, answer);
      tried.push({ engine: engine.name, status: answer.status, reason: answer.reason });
      if (answer.status === 'ok') return found(engine, answer, input, tried);
    }
    const answered = tried.find(({ status }) => status === 'empty');
    return { engine: answered?.engine ?? null, hits: [], tried };
  };

const unavailable = (engine: SearchEngine, answer: SearchAnswer): SearchUnavailableError =>
  new SearchUnavailableError(answer.reason ?? `${engine.name} did not answer`, {
    ...(answer.retryAfterMs === null ? {} : { retryAfterMs: answer.retryAfterMs }),
  });

function found(
  engine: SearchEngine,
  answer: SearchAnswer,
  { limit }: SearchWebInput,
  tried: readonly EngineReport[],
): SearchWebResult {
  const hits = answer.hits
    .slice(0, Math.min(limit, MOST_HITS))
    .map((hit) => ({ ...hit, snippet: hit.snippet.slice(0, SNIPPET_CHARACTERS) }));
  return { engine: engine.name, hits, tried };
}
