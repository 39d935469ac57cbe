import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { StolenTime } from './stolen-time.js';

/** Clock ticks per second in /proc, on every Linux. */
const TICKS = 100;

/** Seconds of processor time since some moment in the past. */
interface Seconds {
  /** Of the whole machine, without what was idle. */
  busy: number;
  /** Of this process and of those that it started and that have ended. */
  ownSeconds: number;
}

/**
 * The other work of the machine during a benchmark. Linux only. Create it before the servers are started, and read it
 * when they have ended, because only then their time counts as this process' own.
 */
export class Machine {
  readonly #stolen = new StolenTime();
  readonly #begin = readSeconds();
  readonly #startedAt = performance.now();

  /** One sentence for each thing that is known. */
  get words(): string[] {
    const lines: string[] = [];
    const seconds = (performance.now() - this.#startedAt) / 1000;
    const { percent } = this.#stolen;
    if (percent !== undefined)
      lines.push(
        `the host gave ${percent.toFixed(1)} % of this machine's processor time to others meanwhile`,
      );
    const end = readSeconds();
    if (this.#begin && end) {
      const otherSeconds = end.busy - this.#begin.busy - (end.ownSeconds - this.#begin.ownSeconds);
      const share = Math.max(0, (otherSeconds * 100) / (seconds * cpus().length));
      lines.push(`programs that do not belong to the benchmark used ${share.toFixed(1)} % of it`);
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

/** man 5 proc: /proc/stat and /proc/<pid>/stat. */
function readSeconds(): Seconds | undefined {
  try {
    const [line] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
    const [user, nice, system, , , irq, softirq] = line!.trim().split(/\s+/).slice(1).map(Number);
    const text = readFileSync('/proc/self/stat', 'utf8');
    const ownTicks = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
      .map(Number);
    return {
      busy: (user! + nice! + system! + irq! + softirq!) / TICKS,
      ownSeconds: ownTicks.reduce((sum, ticks) => sum + ticks, 0) / TICKS,
    };
  } catch {
    return undefined;
  }
}
