/** The figures of one state in a benchmark, in milliseconds. */
export interface Figures {
  p50: number;
  p99: number;
  count: number;
  /** The 99th percentile of each round, which shows their spread. */
  rounds: number[];
}

/** @param rounds times of each round; all of them count */
export function computeFigures(rounds: readonly (readonly number[])[]): Figures {
  const all = rounds.flat();
  return {
    p50: percentile(all, 0.5),
    p99: percentile(all, 0.99),
    count: all.length,
    rounds: rounds.map((times) => percentile(times, 0.99)),
  };
}

/** @param part such as 0.99 */
export function percentile(times: readonly number[], part: number): number {
  return times.toSorted((one, other) => one - other)[Math.ceil(times.length * part) - 1] ?? 0;
}

/**
 * The middle value.
 * @throws Error when there is none
 */
export function medianFigure(values: readonly number[]): number {
  const middle = values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
  if (middle === undefined) throw new Error('nothing was measured');
  return middle;
}

/** The middle value and all values, which show the spread. */
export const spread = (values: readonly number[], digits = 0): string =>
  `${medianFigure(values).toFixed(digits)} (${values.map((value) => value.toFixed(digits)).join(' ')})`;
