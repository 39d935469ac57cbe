export { type RateLimitSettings } from './network-limit.js';
export { RateLimitModule } from './rate-limit.guard.js';
export { RateLimiter, rateLimitHeaders, type Allowance } from './rate-limiter.js';
export { RateLimiters } from './rate-limiters.js';
