import type { SearchHit, SearchStatus, SearchWebInput } from '../contracts/activities.js';

export interface SearchAnswer {
  readonly status: SearchStatus;
  readonly hits: readonly SearchHit[];
  /** one plain sentence with the next step, e.g. "Tavily said 401. Set TAVILY_API_KEY."; null when ok */
  readonly reason: string | null;
  /** from Retry-After, milliseconds, at most 30,000 */
  readonly retryAfterMs: number | null;
  /** would another try of the same request make sense (429, 5xx, time-out, reset)? */
  readonly retryable: boolean;
}

/** One engine. Never throws for what the engine answers: every answer is normalised to a status. */
export interface SearchEngine {
  readonly name: string;
  search(input: SearchWebInput, options: { signal: AbortSignal }): Promise<SearchAnswer>;
}
