export { countTowards, holdLimit } from './hold-limit.queries.js';
export { LimitReached, limitText } from './limit-reached.js';
export { limits, unlimited, type Limit, type LimitName } from './limits.js';
