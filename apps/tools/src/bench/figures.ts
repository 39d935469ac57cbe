/** What a state of the benchmark comes to, in milliseconds. */
export interface Figures {
  p50: number;
  p99: number;
  count: number;
  /** The 99th percentile of each round by itself: how much they differ. */
  rounds: number[];
}

/** @param rounds times of each round; all of them count. */
export function figuresOf(rounds: readonly (readonly number[])[]): Figures {
  const all = rounds.flat();
  return {
    p50: percentile(all, 0.5),
    p99: percentile(all, 0.99),
    count: all.length,
    rounds: rounds.map((times) => percentile(times, 0.99)),
  };
}

function percentile(times: readonly number[], part: number): number {
  return times.toSorted((one, other) => one - other)[Math.ceil(times.length * part) - 1] ?? 0;
}
