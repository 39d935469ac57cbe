import { atMost } from '@app/kernel';
import { LRUCache } from 'lru-cache';
import { placeIs, WINDOW_SECONDS, type Budget, type BudgetStore, type Place } from './budget.js';

interface Count {
  failures: number;
  endsAt: number;
  inFlight: Set<string>;
}

/** The budgets of this process alone, used while Redis is away. */
export class LocalBudgets implements BudgetStore {
  readonly #counts = new LRUCache<string, Count>(atMost(100_000));

  book({ key, limit }: Budget, id: string): Place {
    const count = this.#count(key);
    if (count.failures >= limit) return Math.ceil((count.endsAt - performance.now()) / 1000);
    if (count.failures + count.inFlight.size >= limit) return placeIs.full;
    count.inFlight.add(id);
    return placeIs.booked;
  }

  settle({ key }: Budget, id: string, hasFailed: boolean): void {
    const count = this.#count(key);
    count.inFlight.delete(id);
    if (hasFailed) count.failures += 1;
  }

  #count(key: string): Count {
    const now = performance.now();
    const known = this.#counts.get(key);
    if (known && known.endsAt > now) return known;
    const inFlight = known?.inFlight ?? new Set<string>();
    const count = { failures: 0, endsAt: now + WINDOW_SECONDS * 1000, inFlight };
    this.#counts.set(key, count);
    return count;
  }
}
