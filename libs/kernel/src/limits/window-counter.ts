import { LRUCache } from 'lru-cache';
import { maxEntries } from './max-entries.js';

/** The count of a key in its current window. */
export interface WindowCount {
  count: number;
  msLeft: number;
  /** The count of the key's previous window; 0 if it is no longer stored. */
  previousCount: number;
}

export interface WindowCounterOptions {
  windowMs: number;
  /** Maximum number of keys; the least recently counted key is dropped first. */
  maxKeys?: number;
  /** A clock in milliseconds; by default a monotonic one. */
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
   * @param windowMs length of a window that begins now, instead of the default
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
