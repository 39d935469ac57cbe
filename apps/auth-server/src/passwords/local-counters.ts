import { LRUCache } from 'lru-cache';

/** Counters of this process alone, for as long as Redis is away. */
export class LocalCounters {
  readonly #counters = new LRUCache<string, { count: number; endsAt: number }>({ max: 100_000 });

  add(key: string, by: number, windowSeconds: number): { count: number; seconds: number } {
    const now = performance.now();
    const known = this.#counters.get(key);
    const counter = known && known.endsAt > now ? known : { count: 0, endsAt: now + windowSeconds * 1000 };
    counter.count += by;
    this.#counters.set(key, counter);
    return { count: counter.count, seconds: Math.ceil((counter.endsAt - now) / 1000) };
  }
}
