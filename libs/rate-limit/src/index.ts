export { RateLimitModule } from './rate-limit.guard.js';
export { RateLimiter, rateLimitHeaders, type Allowance, type RateLimit } from './rate-limiter.js';
