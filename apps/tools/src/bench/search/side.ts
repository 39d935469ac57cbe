import type { CpuTime } from './cpu-time.js';
import { load, percentile, type Ask } from './search-load.js';

/** One way of asking for the same searches, and what the processes that take part in it have used. */
export class Side {
  readonly #seconds = new Map<string, number>();
  readonly #times: number[] = [];
  /** Of all the searches that were measured, together. */
  total = 0;
  #parts: Record<string, CpuTime> = {};

  constructor(private readonly ask: Ask) {}

  async warmUp(): Promise<void> {
    await load(this.ask);
  }

  uses(parts: Record<string, CpuTime>): void {
    this.#parts = parts;
  }

  /**
   * @param atLeastMs milliseconds that it takes, at least
   * @returns milliseconds that it took
   */
  async take(turn: number, atLeastMs = 0): Promise<number> {
    const parts = Object.entries(this.#parts);
    const before = new Map(parts.map(([name, cpu]) => [name, cpu.seconds()]));
    const { times, total, tookMs } = await load(this.ask, turn, atLeastMs);
    for (const [name, cpu] of parts)
      this.#seconds.set(name, (this.#seconds.get(name) ?? 0) + cpu.seconds() - before.get(name)!);
    this.#times.push(...times);
    this.total += total;
    return tookMs;
  }

  /** Of all processes, milliseconds a query. */
  get cpuMs(): number {
    return [...this.#seconds.keys()].reduce((sum, name) => sum + this.#of(name), 0);
  }

  words(): string {
    const parts = [...this.#seconds.keys()].map((name) => `${name} ${this.#of(name).toFixed(1)}`);
    const at = (share: number) => percentile(this.#times, share).toFixed(0);
    const of = parts.length > 1 ? ` (${parts.join(', ')})` : '';
    return `${this.cpuMs.toFixed(1)} CPU ms${of}  p50 ${at(0.5)} ms  p95 ${at(0.95)} ms`;
  }

  #of(name: string): number {
    return (this.#seconds.get(name)! * 1000) / this.#times.length;
  }
}
