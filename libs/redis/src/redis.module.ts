import { Global, Inject, Injectable, Module, type OnModuleDestroy } from '@nestjs/common';
import { SETTINGS } from '@app/kernel';
import type { Redis, Command } from 'ioredis';
import { LastingConnection } from './lasting-connection.js';
import { connectionOptions, type RedisSettings } from './redis-settings.js';
import { metrics } from '@app/metrics';

/** Injection token of the ioredis connection for commands. */
export const REDIS = Symbol('Redis');

/** A connection whose commands fail immediately while Redis is down. */
export function connect(settings: RedisSettings): Redis {
  const redis = new LastingConnection({
    ...connectionOptions(settings),
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 2_000,
    lazyConnect: true,
  });
  measureCommands(redis);
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

/** Provides {@link REDIS}; needs the app's {@link RedisSettings}. */
@Global()
@Module({
  providers: [{ provide: REDIS, inject: [SETTINGS], useFactory: connect }, RedisCloser],
  exports: [REDIS],
})
export class RedisModule {}

/** Measures every command of a connection. Records only its name, because its arguments may be secret. */
function measureCommands(redis: Redis): void {
  const send = redis.sendCommand.bind(redis);
  redis.sendCommand = (command: Command, ...rest: []) => {
    const begin = performance.now();
    const labels = { command: command.name };
    const ended = (): void => {
      metrics.redis_command_duration_seconds.observe(labels, (performance.now() - begin) / 1000);
    };
    command.promise.then(ended, () => {
      ended();
      metrics.redis_command_failures_total.inc(labels);
    });
    return send(command, ...rest);
  };
}
