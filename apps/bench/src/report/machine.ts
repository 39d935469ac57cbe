import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';

/** The processor time of the whole machine since it was started, in ticks. */
interface Ticks {
  all: number;
  /** Taken by the host for other machines; measurements during such time mean little. */
  stolen: number;
}

/** The other work of the machine during a benchmark. Linux only. */
export class Machine {
  readonly #begin = readTicks();

  get words(): string[] {
    const lines = [`load average at the end: ${loadavg()[0]!.toFixed(1)}`];
    const end = readTicks();
    if (this.#begin && end) {
      const share = ((end.stolen - this.#begin.stolen) * 100) / Math.max(1, end.all - this.#begin.all);
      lines.push(`the host gave ${share.toFixed(1)} % of this machine's processor time to others meanwhile`);
    }
    return lines;
  }

  /** A line about the machine: its processors, memory and system. */
  static get description(): string {
    const all = cpus();
    const model = all[0]?.model.trim() || 'unknown processors';
    const gigabytes = Math.round(totalmem() / 1024 ** 3);
    return `${all.length} x ${model}, ${gigabytes} GB, Node ${process.versions.node}`;
  }
}

/** From the first line of /proc/stat (man 5 proc): user, nice, system, idle, iowait, irq, softirq, steal. */
function readTicks(): Ticks | undefined {
  try {
    const [line] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
    const counts = line!.trim().split(/\s+/).slice(1, 9).map(Number);
    return { all: counts.reduce((sum, count) => sum + count, 0), stolen: counts[7] ?? 0 };
  } catch {
    return undefined;
  }
}
