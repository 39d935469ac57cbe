import { byShare, isNearlyUsed } from '../../ui/used-share.js';
import type { PortalLimit } from '../../api/portal-limits.js';

/** Limits of which more than four fifths are used, the fullest first. */
export const listNearLimits = (limits: readonly PortalLimit[]): PortalLimit[] =>
  limits.filter(isNearlyUsed).sort(byShare);
