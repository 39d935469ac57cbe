import { FairSemaphore } from './fair-semaphore.js';
import { loadLimits } from './load-limits.js';

/** The event loop is left to other work for this many times as long as a piece took. */
const REST = 3;
const WAIT_MS = 30_000;

/**
 * Admits one piece at a time of work that blocks the event loop for milliseconds, such as parsing or writing JSON of a
 * megabyte. All pieces together get a quarter of the time: a small request waits several times, for each statement, so
 * it meets more than one of them.
 */
export class EventLoopGate {
  readonly #semaphore = new FairSemaphore(loadLimits.large_json.most, 'large_json');

  /**
   * Resolves when it is this owner's turn, which lasts until the work waits for something, such as a statement.
   * @throws ServerBusy if that takes more than 30 s
   */
  async enter(owner: string): Promise<void> {
    const leave = await this.#semaphore.enter(owner, 1, { waitMs: WAIT_MS });
    const begin = performance.now();
    setImmediate(() => setTimeout(leave, REST * (performance.now() - begin)));
  }
}

/** The one of this process: all servers in it share its event loop. */
export const eventLoopGate = new EventLoopGate();
