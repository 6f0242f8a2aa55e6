const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface StopRequest {
  /** resolves with the first signal that asks us to end */
  readonly requested: Promise<NodeJS.Signals>;
  /** stops listening */
  dispose(): void;
}

/**
 * Listens for Ctrl-C, SIGTERM and a closed terminal.
 * @param onSecond called when a second signal comes before the end: somebody does not want to wait
 */
export function listenForStop(onSecond: () => void): StopRequest {
  let first = true;
  let resolveRequested: (signal: NodeJS.Signals) => void;
  const requested = new Promise<NodeJS.Signals>((resolve) => {
    resolveRequested = resolve;
  });
  const listener = (signal: NodeJS.Signals): void => {
    if (!first) return onSecond();
    first = false;
    resolveRequested(signal);
  };
  for (const signal of SIGNALS) process.on(signal, listener);
  return {
    requested,
    dispose: () => {
      for (const signal of SIGNALS) process.off(signal, listener);
    },
  };
}
