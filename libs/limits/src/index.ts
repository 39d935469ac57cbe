export { countTowards, holdLimit } from './hold-limit.queries.js';
export { LimitReached, limitText } from './limit-reached.js';
export { limits, type Limit, type LimitName } from './limits.js';
export { unlimited } from './unlimited.js';
