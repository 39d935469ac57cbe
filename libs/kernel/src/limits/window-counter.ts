import { LRUCache } from 'lru-cache';
import { maxEntries } from './max-entries.js';

/** The count of a key in its current window. */
export interface WindowCount {
  count: number;
  /** Milliseconds until the window ends. */
  msLeft: number;
  /** The count of the key's previous window; 0 if that is not remembered. */
  previousCount: number;
}

export interface WindowCounterOptions {
  windowMs: number;
  /** Keys that are remembered; the key counted longest ago is forgotten first. */
  maxKeys?: number;
  /** Milliseconds of any clock; by default of one that never goes back. */
  nowMs?: () => number;
}

/** Counts by key. The window of a key begins when the key is first counted. */
export class WindowCounter {
  readonly #windows: LRUCache<string, { endsAt: number; count: number; previousCount: number }>;
  readonly #windowMs: number;
  readonly #nowMs: () => number;

  constructor({ windowMs, maxKeys = 20_000, nowMs = () => performance.now() }: WindowCounterOptions) {
    this.#windows = new LRUCache(maxEntries(maxKeys));
    this.#windowMs = windowMs;
    this.#nowMs = nowMs;
  }

  /**
   * @param windowMs of a window that begins now, in place of the usual one
   * @returns the count including `amount`
   */
  add(key: string, amount = 1, windowMs = this.#windowMs): WindowCount {
    const now = this.#nowMs();
    let window = this.#windows.get(key);
    if (!window || window.endsAt <= now) {
      window = { endsAt: now + windowMs, count: 0, previousCount: window?.count ?? 0 };
      this.#windows.set(key, window);
    }
    window.count += amount;
    const { count, endsAt, previousCount } = window;
    return { count, msLeft: endsAt - now, previousCount };
  }

  delete(key: string): void {
    this.#windows.delete(key);
  }
}
