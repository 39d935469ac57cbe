import { byShare, usedState } from '../../ui/used-share.js';
import type { UsedLimit } from './portal.queries.js';

const isMarked = (limit: UsedLimit): boolean => /near|reached/.test(usedState(limit));

/** First those above 80 %, fullest first; last those without a count; the others in the order of the API. */
export const orderLimits = (limits: readonly UsedLimit[]): UsedLimit[] => [
  ...limits.filter(isMarked).sort(byShare),
  ...limits.filter((limit) => usedState(limit) === 'free'),
  ...limits.filter((limit) => usedState(limit) === 'unknown'),
];

export const countMarked = (limits: readonly UsedLimit[]): number => limits.filter(isMarked).length;
