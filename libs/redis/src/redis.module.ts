import { Global, Inject, Injectable, Module, type DynamicModule, type OnModuleDestroy } from '@nestjs/common';
import type { ConnectionOptions } from 'bullmq';
import { Redis, type RedisOptions } from 'ioredis';

/** Nest injection token of the one ioredis connection for commands. */
export const REDIS = Symbol('Redis');
/** Nest injection token of the {@link RedisSettings}. */
export const REDIS_SETTINGS = Symbol('RedisSettings');

export interface RedisSettings {
  url: string;
  /** Key prefix of this environment, without braces or colon. */
  prefix: string;
}

/** Never back off to the library's default of 20 seconds. */
const retryStrategy = (attempt: number): number => Math.min(attempt * 100, 1000);

function address(url: string): RedisOptions {
  const { hostname, port, username, password, pathname, protocol } = new URL(url);
  return {
    host: hostname,
    port: Number(port || 6379),
    ...(username ? { username: decodeURIComponent(username) } : {}),
    ...(password ? { password: decodeURIComponent(password) } : {}),
    ...(pathname.length > 1 ? { db: Number(pathname.slice(1)) } : {}),
    ...(protocol === 'rediss:' ? { tls: {} } : {}),
  };
}

/**
 * ioredis options for BullMQ. A producer fails at once while Redis is away (what it publishes is only a hint);
 * a worker waits for it.
 */
export const bullConnection = (settings: RedisSettings, kind: 'producer' | 'worker'): ConnectionOptions => ({
  ...(address(settings.url) as ConnectionOptions),
  retryStrategy,
  ...(kind === 'producer'
    ? { enableOfflineQueue: false, maxRetriesPerRequest: 1 }
    : { maxRetriesPerRequest: null }),
});

/** Key prefix of BullMQ's queues; in braces, so that all keys of a queue lie in one slot of Redis Cluster. */
export const bullPrefix = (settings: RedisSettings): string => `{${settings.prefix}:queue}`;

/** A connection that refuses a command at once while Redis is away. */
export function connect(settings: RedisSettings): Redis {
  const redis = new Redis({
    ...address(settings.url),
    retryStrategy,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    commandTimeout: 2_000,
    lazyConnect: true,
  });
  // Without a listener ioredis prints every failed attempt; callers see the failure of their own command.
  redis.on('error', () => undefined);
  void redis.connect().catch(() => undefined);
  return redis;
}

@Injectable()
class RedisCloser implements OnModuleDestroy {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  onModuleDestroy(): void {
    this.redis.disconnect();
  }
}

@Global()
@Module({})
export class RedisModule {
  static forRoot(settings: RedisSettings): DynamicModule {
    return {
      module: RedisModule,
      providers: [
        { provide: REDIS_SETTINGS, useValue: settings },
        { provide: REDIS, useFactory: () => connect(settings) },
        RedisCloser,
      ],
      exports: [REDIS, REDIS_SETTINGS],
    };
  }
}
