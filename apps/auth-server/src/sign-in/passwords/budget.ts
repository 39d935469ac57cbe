/** Seconds of one window, unless a budget names its own. */
export const WINDOW_SECONDS = 15 * 60;
/** Seconds after which a try that was never settled, because its process died, is no longer in flight. */
export const FLIGHT_SECONDS = 30;

/** How many failures attempts with something in common may have in a window. */
export interface Budget {
  key: string;
  limit: number;
  /** Seconds of its window. */
  seconds?: number;
}

export const slotResult = { booked: -1, full: 0 } as const;
/**
 * The answer of a budget to one more try: booked; or full, with tries in flight that may still succeed. Or, if failures
 * alone have spent it, the seconds until its window ends.
 */
export type BudgetSlot = number;

/** Failures, and tries whose outcome is not known yet: together never more than the limit. */
export interface BudgetStore {
  book(budget: Budget, id: string): Promise<BudgetSlot> | BudgetSlot;
  /** @returns how many failures the window has with this one; 0 if it has not failed */
  settle(budget: Budget, id: string, hasFailed: boolean): Promise<number> | number;
  /** Forgets the failures of the window. */
  clear(budget: Budget): Promise<void> | void;
}
