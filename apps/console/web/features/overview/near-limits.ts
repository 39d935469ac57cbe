import { byShare, isNearlyUsed } from '../../ui/used-share.js';
import type { FullLimit } from './overview.queries.js';

/** Limits of which more than four fifths are used, the fullest first. */
export const listNearLimits = (limits: readonly FullLimit[]): FullLimit[] =>
  limits.filter(isNearlyUsed).sort(byShare);
