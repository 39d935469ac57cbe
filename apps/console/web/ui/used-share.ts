interface UsedAmount {
  /** Null if it is not counted. */
  used: number | null;
  most: number;
}

/** From this share on, a limit is nearly reached. */
const NEAR = 0.8;

/** The used share of an amount, 0 to 1; 0 if it is not counted. */
export const usedShare = ({ used, most }: UsedAmount): number =>
  used === null || most === 0 ? 0 : used / most;

export const isNearlyUsed = (amount: UsedAmount): boolean => usedShare(amount) > NEAR;

/** The state of an amount by its used share. */
export function usedState(amount: UsedAmount): 'unknown' | 'reached' | 'near' | 'free' {
  if (amount.used === null) return 'unknown';
  if (amount.used >= amount.most) return 'reached';
  return isNearlyUsed(amount) ? 'near' : 'free';
}

/** Compares amounts, the fullest first. */
export const byShare = (one: UsedAmount, other: UsedAmount): number => usedShare(other) - usedShare(one);
