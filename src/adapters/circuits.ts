/** Circuit breakers per dependency and host: after five failures in a row nothing is asked for half a minute. */
import { BrokenCircuitError, circuitBreaker, CircuitState, ConsecutiveBreaker, handleWhenResult } from 'cockatiel';
import type { CircuitBreakerPolicy } from 'cockatiel';

export type CircuitName = 'closed' | 'open' | 'half_open';

/** The dependency failed too often just now: it is not asked. */
export class CircuitOpenError extends Error {
  readonly code = 'CIRCUIT_OPEN';
  constructor(
    readonly dependency: string,
    /** until it is asked again, milliseconds */
    readonly retryAfterMs: number,
  ) {
    super(`${dependency} failed ${FAILURES_IN_A_ROW} times in a row and is left alone for a moment`);
    this.name = 'CircuitOpenError';
  }
}

export interface Circuits {
  /**
   * Runs `work` unless the circuit of that dependency is open.
   * @param isFailure does this result count against the dependency? What `work` throws does not: it is ours or the caller's
   * @throws CircuitOpenError, or what `work` throws
   */
  run<T>(dependency: string, work: () => Promise<T>, isFailure: (result: T) => boolean): Promise<T>;
  states(): Record<string, CircuitName>;
}

export interface CircuitOptions {
  /** how long an open circuit stays so [30,000] */
  readonly openMs?: number;
}

const FAILURES_IN_A_ROW = 5;
const OPEN_MS = 30_000;
/** Hosts are many: closed circuits beyond this number are forgotten, oldest first. */
const MOST_CIRCUITS = 1_000;

const NAMES: Readonly<Record<CircuitState, CircuitName>> = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.Open]: 'open',
  [CircuitState.HalfOpen]: 'half_open',
  [CircuitState.Isolated]: 'open',
};

interface Circuit {
  readonly policy: CircuitBreakerPolicy;
  openedAt: number;
}
/** A result together with its judgement, so that one policy serves results of every type. */
interface Judged<T> {
  readonly result: T;
  readonly failed: boolean;
}

export function createCircuits({ openMs = OPEN_MS }: CircuitOptions = {}): Circuits {
  const circuits = new Map<string, Circuit>();

  function create(): Circuit {
    const policy = circuitBreaker(
      handleWhenResult((judged) => (judged as Judged<unknown>).failed),
      { halfOpenAfter: openMs, breaker: new ConsecutiveBreaker(FAILURES_IN_A_ROW) },
    );
    const circuit = { policy, openedAt: 0 };
    policy.onBreak(() => void (circuit.openedAt = performance.now()));
    return circuit;
  }

  function circuitOf(dependency: string): Circuit {
    const known = circuits.get(dependency);
    if (known) return known;
    if (circuits.size >= MOST_CIRCUITS)
      for (const [name, { policy }] of circuits) if (policy.state === CircuitState.Closed) circuits.delete(name);
    const fresh = create();
    circuits.set(dependency, fresh);
    return fresh;
  }

  return {
    async run<T>(dependency: string, work: () => Promise<T>, isFailure: (result: T) => boolean): Promise<T> {
      const { policy, openedAt } = circuitOf(dependency);
      try {
        const judged = await policy.execute(async (): Promise<Judged<T>> => {
          const result = await work();
          return { result, failed: isFailure(result) };
        });
        return judged.result;
      } catch (error) {
        if (!(error instanceof BrokenCircuitError)) throw error;
        throw new CircuitOpenError(dependency, Math.max(0, openedAt + openMs - performance.now()));
      }
    },
    states() {
      return Object.fromEntries([...circuits].map(([name, { policy }]) => [name, NAMES[policy.state]]));
    },
  };
}
