/** Seconds of one window, unless a budget names its own. */
export const WINDOW_SECONDS = 15 * 60;
/** Seconds after which an attempt that was never completed, because its process died, is no longer in flight. */
export const FLIGHT_SECONDS = 30;

/** The maximum number of failures in a window for attempts with the same key. */
export interface Budget {
  key: string;
  limit: number;
  seconds?: number;
}

export const slotResult = { reserved: -1, full: 0 } as const;
/**
 * The answer of a budget to one more attempt. -1: reserved. 0: full, but attempts in flight may succeed. Positive: full
 * of failures; seconds until the window ends.
 */
export type BudgetSlot = number;

/** Counts failures and attempts in flight, whose sum never exceeds the limit. */
export interface BudgetStore {
  reserve(budget: Budget, id: string): Promise<BudgetSlot> | BudgetSlot;
  /** @returns the number of failures in the window with this one; 0 if it has not failed */
  complete(budget: Budget, id: string, hasFailed: boolean): Promise<number> | number;
  clear(budget: Budget): Promise<void> | void;
}
