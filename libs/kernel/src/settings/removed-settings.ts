import type { Logger } from 'pino';
import type { Environment } from './environment.js';

/** Names of former settings, each with its replacement: a constant and its value, or the new way to set it. */
export const REMOVED_SETTINGS: Readonly<Record<string, string>> = {
  HEADERS_TIMEOUT_SECONDS: 'it is always 15',
  REQUEST_TIMEOUT_SECONDS: 'it is always 30',
  MAX_JSON_DEPTH: 'it is always 20',
  MAX_LIST_LENGTH: 'it is always 10000',
  MAX_URL_BYTES: 'it is always 32768',
  MAX_OAUTH_BODY_BYTES: 'it is always 65536',
  SLOW_LANE_POOL_SIZE: 'it is always 5',
  WEBHOOK_CONCURRENCY: 'it is always 200',
  OPENSEARCH_TIMEOUT_MS: 'it is always 1000',
  OPENSEARCH_MAX_LAG_SECONDS: 'it is always 5',
  OPENSEARCH_SHARDS: 'an index keeps the shards that `search rebuild --shards` gave it, 1 at first',
  OPENSEARCH_REPLICAS: 'an index keeps the copies that `search rebuild --replicas` gave it, 1 at first',
  DATABASE_REPLICA_POOL_SIZE: 'it is always DATABASE_POOL_SIZE',
  DATABASE_REPLICA_LAG_SECONDS: 'it is always 300',
  DATABASE_NAMED_STATEMENTS: 'it is always on',
  LAUNCH_TOKEN_DAYS: 'it is always 365',
  SIGNING_KEY_DAYS: 'it is always 90',
};

/** Logs a warning for each setting of earlier versions that is still set. */
export function warnOfRemovedSettings(env: Environment, logger: Pick<Logger, 'warn'>): void {
  for (const [name, instead] of Object.entries(REMOVED_SETTINGS))
    if (env[name]) logger.warn(`${name} is no setting any more: ${instead}`);
}
