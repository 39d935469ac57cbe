export * from './redis.module.js';
export { bullConnection, bullPrefix, closeBull } from './bull-connection.js';
export type { RedisSettings } from './redis-settings.js';
