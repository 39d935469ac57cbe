export { createPageServer, end, isCrossSite, redirect } from './local-pages.js';
export { closeServer, listen, readPort } from './local-server.js';
export { LocalServiceError } from './local-service-error.js';
export {
  javaHome,
  javaMissing,
  OPENSEARCH,
  OPENSEARCH_ADMINISTRATOR,
  openSearchHome,
  SECURED_OPENSEARCH,
  securedOpenSearchHome,
  startOpenSearch,
  type OpenSearchOptions,
  type OpenSearchRelease,
  type RunningOpenSearch,
} from './opensearch.js';
export { createWebhook, type OwnWebhook, type ApiConnection } from './own-webhook.js';
export { assertPortFree, freePort, isPortFree, likelyFreePort } from './ports.js';
export { startPostgres, type RunningPostgres } from './postgres.js';
export { postgresBinaries } from './postgres-binaries.js';
export { findCommand, endProcess, endWithThisProcess, isAlive } from './processes.js';
export { acceptsWrites } from './recovery.queries.js';
export { findOnPath, redisBinary } from './redis-binary.js';
export { startRedis, type RedisOptions, type RunningRedis } from './redis.js';
export { unprivilegedUser } from './unprivileged-user.js';
export { findForgery, isAuthentic } from './verify.js';
