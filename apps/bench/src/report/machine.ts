import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { readProcess, TICKS } from '../load/process-figures.js';

/** Seconds of processor time since a time in the past. */
interface Seconds {
  /** Of the whole machine. */
  all: number;
  /** Without idle, waiting and stolen time. */
  busy: number;
  /** Taken by the host for other machines; measurements during such time mean little. */
  stolen: number;
  /** Processor time of this process and of its child processes that have ended. */
  ownSeconds: number;
}

/**
 * The other work of the machine during a benchmark. Linux only. Create it before the servers are started, and read it
 * after they have ended, because only then their time counts as this process' own.
 */
export class Machine {
  readonly #begin = readSeconds();
  readonly #startedAt = performance.now();

  /** One sentence for each known figure. */
  get words(): string[] {
    const lines: string[] = [];
    const seconds = (performance.now() - this.#startedAt) / 1000;
    const end = readSeconds();
    if (this.#begin && end) {
      const { all, busy, stolen, ownSeconds } = this.#begin;
      const stolenShare = ((end.stolen - stolen) * 100) / Math.max(1 / TICKS, end.all - all);
      const otherSeconds = end.busy - busy - (end.ownSeconds - ownSeconds);
      const share = Math.max(0, (otherSeconds * 100) / (seconds * cpus().length));
      lines.push(
        `the host gave ${stolenShare.toFixed(1)} % of this machine's processor time to others meanwhile`,
        `programs that do not belong to the benchmark used ${share.toFixed(1)} % of it`,
      );
    }
    lines.push(`load average at the end: ${loadavg()[0]!.toFixed(1)}`);
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
function readSeconds(): Seconds | undefined {
  try {
    const [line] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
    const counts = line!.trim().split(/\s+/).slice(1, 9).map(Number);
    const [user, nice, system, , , irq, softirq, stolen = 0] = counts;
    const { cpuSeconds, endedSeconds } = readProcess('self')!;
    return {
      all: counts.reduce((sum, count) => sum + count, 0) / TICKS,
      busy: (user! + nice! + system! + irq! + softirq!) / TICKS,
      stolen: stolen / TICKS,
      ownSeconds: cpuSeconds + endedSeconds,
    };
  } catch {
    return undefined;
  }
}
