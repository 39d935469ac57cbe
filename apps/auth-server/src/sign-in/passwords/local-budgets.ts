import { maxEntries } from '@app/kernel';
import { LRUCache } from 'lru-cache';
import { slotResult, WINDOW_SECONDS, type Budget, type BudgetStore, type BudgetSlot } from './budget.js';

interface Count {
  failures: number;
  endsAt: number;
  inFlight: Set<string>;
}

/** The budgets of this process alone, used while Redis is away. */
export class LocalBudgets implements BudgetStore {
  readonly #counts = new LRUCache<string, Count>(maxEntries(100_000));

  book(budget: Budget, id: string): BudgetSlot {
    const { limit } = budget;
    const count = this.#count(budget);
    if (count.failures >= limit) return Math.ceil((count.endsAt - performance.now()) / 1000);
    if (count.failures + count.inFlight.size >= limit) return slotResult.full;
    count.inFlight.add(id);
    return slotResult.booked;
  }

  settle(budget: Budget, id: string, hasFailed: boolean): number {
    const count = this.#count(budget);
    count.inFlight.delete(id);
    return hasFailed ? (count.failures += 1) : 0;
  }

  clear({ key }: Budget): void {
    const current = this.#counts.get(key);
    if (current) current.failures = 0;
  }

  #count({ key, seconds = WINDOW_SECONDS }: Budget): Count {
    const now = performance.now();
    const current = this.#counts.get(key);
    if (current && current.endsAt > now) return current;
    const inFlight = current?.inFlight ?? new Set<string>();
    const count = { failures: 0, endsAt: now + seconds * 1000, inFlight };
    this.#counts.set(key, count);
    return count;
  }
}
