import type { ServerSettings } from '@app/kernel';
import type { RedisOptions } from 'ioredis';

/** What of an app's settings says where Redis is, and the key prefix of this environment, without braces or colon. */
export type RedisSettings = Pick<ServerSettings, 'REDIS_URL' | 'REDIS_PREFIX'>;

/**
 * Where to connect to and as whom. It never backs off to the library's default of 20 seconds, and closing does not
 * wait 2 seconds for a server that is away.
 */
export function connectionOptions({ REDIS_URL }: RedisSettings): RedisOptions {
  const { hostname, port, username, password, pathname, protocol } = new URL(REDIS_URL);
  return {
    host: hostname,
    port: Number(port || 6379),
    ...(username ? { username: decodeURIComponent(username) } : {}),
    ...(password ? { password: decodeURIComponent(password) } : {}),
    ...(pathname.length > 1 ? { db: Number(pathname.slice(1)) } : {}),
    ...(protocol === 'rediss:' ? { tls: {} } : {}),
    disconnectTimeout: 500,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1000),
  };
}
