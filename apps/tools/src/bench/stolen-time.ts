import { readFileSync } from 'node:fs';

/** Processor time of the whole machine, in clock ticks since it started. */
interface Ticks {
  all: number;
  stolen: number;
}

/**
 * Tells how much of the processors' time the host of this virtual machine gives to others: what is measured meanwhile
 * says little. Linux only.
 */
export class StolenTime {
  readonly #begin = ticks();

  /** Percent since this was made; undefined where nobody tells. */
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
