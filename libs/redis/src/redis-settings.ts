import type { ServerSettings } from '@app/kernel';
import type { RedisOptions, SentinelAddress } from 'ioredis';

/** The address of Redis, and the key prefix of this environment, without braces or colon. */
export type RedisSettings = Pick<ServerSettings, 'REDIS_URL' | 'REDIS_PREFIX'> &
  Partial<Pick<ServerSettings, 'REDIS_SENTINELS' | 'REDIS_SENTINEL_PASSWORD'>>;

const SENTINEL_PORT = 26379;
/** Milliseconds that a sentinel may take to answer before the next one is queried. */
const SENTINEL_TIMEOUT_MS = 1_000;
const retryStrategy = (attempt: number): number => Math.min(attempt * 100, 1000);

/**
 * Connection and credentials. Reconnecting never backs off to the library's default of 20 seconds, and closing
 * does not wait 2 seconds for a server that is down.
 */
export function connectionOptions(settings: RedisSettings): RedisOptions {
  const { hostname, port, username, password, pathname, protocol } = new URL(settings.REDIS_URL);
  const { REDIS_SENTINELS: sentinels = [] } = settings;
  const isEncrypted = protocol === 'rediss:';
  return {
    ...(sentinels.length > 0
      ? throughSentinels(hostname, sentinels, isEncrypted, settings.REDIS_SENTINEL_PASSWORD)
      : { host: hostname, port: Number(port || 6379) }),
    ...(username ? { username: decodeURIComponent(username) } : {}),
    ...(password ? { password: decodeURIComponent(password) } : {}),
    ...(pathname.length > 1 ? { db: Number(pathname.slice(1)) } : {}),
    ...(isEncrypted ? { tls: {} } : {}),
    connectTimeout: 2_000,
    disconnectTimeout: 500,
    retryStrategy,
    reconnectOnError: isDemoted,
  };
}

/**
 * Whether the server has become a replica. The sentinel's announcement may have preceded our subscription and is not
 * repeated. The command itself fails, as while Redis is unavailable.
 */
const isDemoted = ({ message }: Error): boolean => message.startsWith('READONLY');

/** Connects to the master that the sentinels name, and leaves it when they name another, even if it still answers. */
function throughSentinels(
  name: string,
  sentinels: readonly string[],
  isEncrypted: boolean,
  password: string | undefined,
): RedisOptions {
  return {
    name,
    sentinels: sentinels.map(parseAddress),
    ...(password === undefined ? {} : { sentinelPassword: password }),
    ...(isEncrypted ? { sentinelTLS: {}, enableTLSForSentinelMode: true } : {}),
    sentinelRetryStrategy: retryStrategy,
    sentinelCommandTimeout: SENTINEL_TIMEOUT_MS,
    failoverDetector: true,
  };
}

function parseAddress(sentinel: string): SentinelAddress {
  const [, host, port] = /^(.*?)(?::(\d+))?$/.exec(sentinel)!;
  return { host: host!.replace(/^\[|\]$/g, ''), port: Number(port ?? SENTINEL_PORT) };
}
