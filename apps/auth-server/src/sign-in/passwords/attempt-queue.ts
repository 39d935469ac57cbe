/** How many tries of one process may wait at a time; polling for more would be another flood. */
const MAX_WAITING = 100;
/** Milliseconds after which a waiting try checks again, because tries settled in another process wake nobody here. */
const LOOK_EVERY_MS = 100;

/** Lets tries wait for those in flight under the same budget. */
export class AttemptQueue {
  readonly #waiting = new Map<string, Set<() => void>>();
  #count = 0;

  /**
   * Waits until a try under this key is settled here, or for a while. @returns false when too many are already
   * waiting
   */
  async wait(key: string, patienceMs: number): Promise<boolean> {
    if (this.#count >= MAX_WAITING || patienceMs <= 0) return false;
    this.#count += 1;
    const waiters = this.#waiting.get(key) ?? new Set();
    this.#waiting.set(key, waiters);
    await new Promise<void>((resolve) => {
      const goOn = () => {
        clearTimeout(timer);
        waiters.delete(goOn);
        if (waiters.size === 0 && this.#waiting.get(key) === waiters) this.#waiting.delete(key);
        resolve();
      };
      const timer = setTimeout(goOn, Math.min(LOOK_EVERY_MS, patienceMs));
      waiters.add(goOn);
    });
    this.#count -= 1;
    return true;
  }

  /** Wakes the tries that wait for this key. */
  settled(key: string): void {
    for (const goOn of [...(this.#waiting.get(key) ?? [])]) goOn();
  }
}
