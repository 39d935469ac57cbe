import { metrics } from '@app/metrics';
import type { Command, Redis } from 'ioredis';

/** Measures every command of a connection. Records only its name, because its arguments may be secret. */
export function measureCommands(redis: Redis): void {
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
