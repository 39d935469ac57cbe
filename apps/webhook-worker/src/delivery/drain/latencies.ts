const KEPT = 50;
const ENOUGH = 5;

/** The 95th percentile of the last durations; the previous value while there are too few. */
export class Latencies {
  readonly #last: number[] = [];

  constructor(private readonly former: number) {}

  add(ms: number): void {
    this.#last.push(ms);
    if (this.#last.length > KEPT) this.#last.shift();
  }

  get p95(): number {
    if (this.#last.length < ENOUGH) return Math.max(this.former, 0);
    const sorted = [...this.#last].sort((a, b) => a - b);
    return sorted[Math.ceil(sorted.length * 0.95) - 1]!;
  }
}
