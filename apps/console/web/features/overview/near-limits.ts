import type { FullLimit } from './overview.queries.js';

/** From this share on, a limit is worth a look. */
const NEAR = 0.8;

/** How much of a limit is used, 0 to 1; 0 where nobody counts. */
export const usedShare = ({ used, most }: Pick<FullLimit, 'used' | 'most'>): number =>
  used === null || most === 0 ? 0 : used / most;

/** Limits of which more than four fifths are used, the fullest first. */
export const listNearLimits = (limits: readonly FullLimit[]): FullLimit[] =>
  limits.filter((limit) => usedShare(limit) > NEAR).sort((one, other) => usedShare(other) - usedShare(one));
