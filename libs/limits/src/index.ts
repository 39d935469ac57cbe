export {
  reserveCount,
  addToCount,
  releaseCount,
  enforceLimit,
  type CountReservation,
} from './enforce-limit.queries.js';
export { LimitReached, limitText } from './limit-reached.js';
export type { Limit } from './limit.js';
export { limits, type LimitName } from './limits.js';
export * from './written-bytes.js';
