import { Global, Inject, Injectable, Module, type OnModuleDestroy } from '@nestjs/common';
import { SETTINGS } from '@app/kernel';
import { Redis } from 'ioredis';
import { connectionOptions, type RedisSettings } from './redis-settings.js';

/** Nest injection token of the ioredis connection for commands. */
export const REDIS = Symbol('Redis');

/** A connection that refuses a command at once while Redis is away. */
export function connect(settings: RedisSettings): Redis {
  const redis = new Redis({
    ...connectionOptions(settings),
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    commandTimeout: 2_000,
    lazyConnect: true,
  });
  // Without a listener ioredis prints every failed attempt; callers see the failure of their own commands.
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

/** Needs the settings of the app, {@link RedisSettings}. */
@Global()
@Module({
  providers: [{ provide: REDIS, inject: [SETTINGS], useFactory: connect }, RedisCloser],
  exports: [REDIS],
})
export class RedisModule {}
