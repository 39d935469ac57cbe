import { byShare, usedState } from '../../ui/used-share.js';
import type { PortalLimit } from '../../api/portal-limits.js';

const isMarked = (limit: PortalLimit): boolean => /near|reached/.test(usedState(limit));

/** First those above 80 %, fullest first; last those without a count; the others in the order of the API. */
export const orderLimits = (limits: readonly PortalLimit[]): PortalLimit[] => [
  ...limits.filter(isMarked).sort(byShare),
  ...limits.filter((limit) => usedState(limit) === 'free'),
  ...limits.filter((limit) => usedState(limit) === 'unknown'),
];

export const countMarked = (limits: readonly PortalLimit[]): number => limits.filter(isMarked).length;
