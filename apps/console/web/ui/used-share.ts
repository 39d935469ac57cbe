interface UsedAmount {
  /** Null where nobody counts. */
  used: number | null;
  most: number;
}

/** From this share on, an amount is worth a look. */
const NEAR = 0.8;

/** How much of an amount is used, 0 to 1; 0 where nobody counts. */
export const usedShare = ({ used, most }: UsedAmount): number =>
  used === null || most === 0 ? 0 : used / most;

export const isNearlyUsed = (amount: UsedAmount): boolean => usedShare(amount) > NEAR;

/** How much of an amount is left, in a word. */
export function usedState(amount: UsedAmount): 'unknown' | 'reached' | 'near' | 'free' {
  if (amount.used === null) return 'unknown';
  if (amount.used >= amount.most) return 'reached';
  return isNearlyUsed(amount) ? 'near' : 'free';
}

/** For a list in which the fullest stands first. */
export const byShare = (one: UsedAmount, other: UsedAmount): number => usedShare(other) - usedShare(one);
