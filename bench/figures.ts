/** Means with their 95 % bootstrap intervals. */
export interface Figure {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

const RESAMPLES = 2_000;

/** The mean of the values; the same numbers always give the same interval. */
export function figure(values: readonly number[]): Figure {
  const mean = (list: readonly number[]): number =>
    list.reduce((sum, value) => sum + value, 0) / Math.max(1, list.length);
  let state = 42;
  // Lehmer's generator: enough for resampling, and the same on every machine.
  const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const means = Array.from({ length: RESAMPLES }, () =>
    mean(values.map(() => values[Math.floor(random() * values.length)]!)),
  );
  means.sort((a, b) => a - b);
  return { value: mean(values), low: means[RESAMPLES * 0.025] ?? 0, high: means[RESAMPLES * 0.975 - 1] ?? 0 };
}

/** A figure for each field of the rows. */
export const figures = <Row extends object>(rows: readonly Row[]): Record<keyof Row, Figure> =>
  Object.fromEntries(
    Object.keys(rows[0] ?? {}).map((key) => [key, figure(rows.map((row) => row[key as keyof Row] as number))]),
  ) as Record<keyof Row, Figure>;

export interface Spread {
  readonly median: number;
  readonly p95: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  return { median: sorted[sorted.length >> 1] ?? 0, p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0 };
}

/** Prints figures and what holds them, indented. */
export function print(value: object, indent = ''): void {
  for (const [name, held] of Object.entries(value) as [string, unknown][]) {
    if (typeof held === 'number') console.log(`${indent}${name.padEnd(26)} ${shown(held)}`);
    else if (typeof held !== 'object' || held === null) console.log(`${indent}${name}: ${String(held)}`);
    else if ('low' in held) {
      const { value: mean, low, high } = held as Figure;
      console.log(`${indent}${name.padEnd(26)} ${mean.toFixed(3)}  (${low.toFixed(3)} to ${high.toFixed(3)})`);
    } else {
      console.log(`${indent}${name}`);
      print(held, `${indent}  `);
    }
  }
}

const shown = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(2));
