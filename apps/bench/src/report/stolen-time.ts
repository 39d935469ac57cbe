import { readFileSync } from 'node:fs';

/** Processor time of the whole machine since its start, in clock ticks. */
interface Ticks {
  all: number;
  stolen: number;
}

/**
 * Measures how much processor time the host takes from this virtual machine; measurements made meanwhile mean little.
 * Linux only.
 */
export class StolenTime {
  readonly #begin = ticks();

  /** Percent since creation; undefined where it cannot be measured. */
  get percent(): number | undefined {
    const end = ticks();
    if (!this.#begin || !end) return undefined;
    return ((end.stolen - this.#begin.stolen) * 100) / Math.max(1, end.all - this.#begin.all);
  }
}

/** From the first line of /proc/stat (man 5 proc): user, nice, system, idle, iowait, irq, softirq, steal. */
function ticks(): Ticks | undefined {
  try {
    const [line] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
    const counts = line!.trim().split(/\s+/).slice(1, 9).map(Number);
    return { all: counts.reduce((sum, count) => sum + count, 0), stolen: counts[7] ?? 0 };
  } catch {
    return undefined;
  }
}
