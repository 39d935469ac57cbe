import { FairSemaphore } from './fair-semaphore.js';
import { loadLimits } from './load-limits.js';

/** After a piece of work, the event loop is free for other work for this many times its duration. */
const REST = 3;
const WAIT_MS = 30_000;

/**
 * Admits one piece at a time of work that blocks the event loop for milliseconds, such as parsing or serialising a
 * megabyte of JSON. All pieces together get a quarter of the time: a small request waits several times, once for each
 * statement, so it may wait for several pieces.
 */
export class EventLoopGate {
  readonly #semaphore = new FairSemaphore(loadLimits.large_json.most, 'large_json');

  /**
   * Resolves when this owner may begin; the work must then run without waiting for a statement or other I/O.
   * @throws ServerBusy if that takes more than 30 s
   */
  async enter(owner: string): Promise<void> {
    const leave = await this.#semaphore.enter(owner, 1, { waitMs: WAIT_MS });
    const begin = performance.now();
    setImmediate(() => setTimeout(leave, REST * (performance.now() - begin)));
  }
}

/** One gate for all servers in this process, which share its event loop. */
export const eventLoopGate = new EventLoopGate();
