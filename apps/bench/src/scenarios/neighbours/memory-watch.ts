import { setTimeout as pause } from 'node:timers/promises';
import { readMemory } from '../../load/process-figures.js';

const EVERY_MS = 50;

/** Megabytes of one process. */
export interface Memory {
  start: number;
  most: number;
}

/** Reads the memory of processes from /proc, every 50 ms until it is stopped (Linux only). */
export class MemoryWatch {
  /** By the name of the process. */
  readonly all: ReadonlyMap<string, Memory>;
  /** Those that ended meanwhile. */
  readonly ended = new Set<string>();
  #isStopped = false;
  readonly #watching: Promise<void>;

  constructor(private readonly pids: ReadonlyMap<string, number>) {
    this.all = new Map(
      [...pids].map(([name, pid]) => {
        const now = readMemory(pid);
        return [name, { start: now, most: now }];
      }),
    );
    this.#watching = this.#watch();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#watching;
  }

  async #watch(): Promise<void> {
    for (; !this.#isStopped; await pause(EVERY_MS)) {
      for (const [name, pid] of this.pids) {
        const now = readMemory(pid);
        const memory = this.all.get(name)!;
        if (Number.isNaN(now)) this.ended.add(name);
        else memory.most = Math.max(memory.most, now);
      }
    }
  }
}
