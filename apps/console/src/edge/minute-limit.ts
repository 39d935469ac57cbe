import { maxEntries, TooManyRequests, type Clock } from '@app/kernel';
import { LRUCache } from 'lru-cache';

const MINUTE_MS = 60_000;

/** Bounds what each key may do in a minute. Each process counts for itself: the servers behind have limits of their own. */
export class MinuteLimit {
  readonly #counts = new LRUCache<string, { minute: number; count: number }>(maxEntries(20_000));

  /** @param most undefined: no limit */
  constructor(
    private readonly most: number | undefined,
    private readonly clock: Clock,
  ) {}

  /** Counts one. @throws TooManyRequests beyond the limit */
  count(key: string): void {
    if (this.most === undefined) return;
    const now = this.clock.now().getTime();
    const minute = Math.floor(now / MINUTE_MS);
    const before = this.#counts.get(key);
    const counter = before?.minute === minute ? before : { minute, count: 0 };
    counter.count += 1;
    this.#counts.set(key, counter);
    if (counter.count > this.most) throw new TooManyRequests(((minute + 1) * MINUTE_MS - now) / 1000);
  }
}
