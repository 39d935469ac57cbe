import { WindowCounter } from '@app/kernel';
import { slotResult, WINDOW_SECONDS, type Budget, type BudgetStore, type BudgetSlot } from './budget.js';

/** The budgets of this process only, used while Redis is unavailable. */
export class LocalBudgets implements BudgetStore {
  readonly #failures = new WindowCounter({ windowMs: WINDOW_SECONDS * 1_000, maxKeys: 100_000 });
  /** The ids of attempts in flight, by the key of their budget. */
  readonly #inFlight = new Map<string, Set<string>>();

  reserve(budget: Budget, id: string): BudgetSlot {
    const { key, limit } = budget;
    const { count, msLeft } = this.#addFailures(budget, 0);
    if (count >= limit) return Math.ceil(msLeft / 1_000);
    const ids = this.#inFlight.get(key) ?? new Set();
    if (count + ids.size >= limit) return slotResult.full;
    this.#inFlight.set(key, ids.add(id));
    return slotResult.reserved;
  }

  complete(budget: Budget, id: string, hasFailed: boolean): number {
    const ids = this.#inFlight.get(budget.key);
    ids?.delete(id);
    if (ids?.size === 0) this.#inFlight.delete(budget.key);
    return hasFailed ? this.#addFailures(budget, 1).count : 0;
  }

  clear({ key }: Budget): void {
    this.#failures.delete(key);
  }

  #addFailures({ key, seconds = WINDOW_SECONDS }: Budget, amount: number) {
    return this.#failures.add(key, amount, seconds * 1_000);
  }
}
