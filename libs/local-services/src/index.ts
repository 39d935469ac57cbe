export { LocalServiceError } from './local-service-error.js';
export { assertPortFree, freePort, likelyFreePort } from './ports.js';
export { startPostgres, type PostgresOptions, type RunningPostgres } from './postgres.js';
export { commandOf, endProcess, endWithThisProcess, isAlive } from './processes.js';
export { startRedis, type RedisOptions, type RunningRedis } from './redis.js';
