import type { UsedLimit } from './portal.queries.js';

/** From here on a limit is marked. */
const NEAR = 0.8;

export type LimitState = 'near' | 'reached' | 'free' | 'unknown';

const share = ({ used, most }: UsedLimit): number => (used === null || most === 0 ? 0 : used / most);

/** How much of a limit is left, in a word. */
export function limitState(limit: UsedLimit): LimitState {
  if (limit.used === null) return 'unknown';
  if (limit.used >= limit.most) return 'reached';
  return share(limit) > NEAR ? 'near' : 'free';
}

const isMarked = (limit: UsedLimit): boolean => /near|reached/.test(limitState(limit));

/** First those above 80 %, fullest first; last those that nobody counts; the others in the order of the API. */
export const orderLimits = (limits: readonly UsedLimit[]): UsedLimit[] => [
  ...limits.filter(isMarked).sort((one, other) => share(other) - share(one)),
  ...limits.filter((limit) => limitState(limit) === 'free'),
  ...limits.filter((limit) => limitState(limit) === 'unknown'),
];

export const countMarked = (limits: readonly UsedLimit[]): number => limits.filter(isMarked).length;
