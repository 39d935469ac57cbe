export { book, countTowards, giveBack, holdLimit, type Booking } from './hold-limit.queries.js';
export { LimitReached, limitText } from './limit-reached.js';
export type { Limit } from './limit.js';
export { limits, type LimitName } from './limits.js';
export * from './written-bytes.js';
