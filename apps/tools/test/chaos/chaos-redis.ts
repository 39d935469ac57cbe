import { freePort, startRedis, type RunningRedis } from '@app/local-services';
import { startSentinels } from '@app/testing';
import type { RedisSettings } from '@app/redis';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const TOOLS = join(process.cwd(), '.data', 'tools');
const [PASSWORD, SENTINEL_PASSWORD] = ['chaos', 'sentinel'];

/** The disasters of Redis in a chaos run. */
export interface ChaosRedis {
  readonly settings: RedisSettings;
  /** kill -9. A single one is back, empty, after `awayMs`; of a group, another takes over. */
  kill(awayMs: number): Promise<void>;
  /** FLUSHALL. */
  flush(): Promise<void>;
  /** The master changes, as an operator would ask for; a single Redis has nothing to change to. */
  failOver?(): Promise<void>;
  stop(): Promise<void>;
}

export async function startSingleRedis(folder: string): Promise<ChaosRedis> {
  const options = { dir: join(folder, 'redis'), toolsDir: TOOLS, port: await freePort() };
  let redis: RunningRedis = await startRedis(options);
  return {
    settings: { REDIS_URL: redis.url, REDIS_PREFIX: 'chaos' },
    kill: async (awayMs) => {
      await redis.kill();
      await pause(awayMs);
      redis = await startRedis(options);
    },
    flush: () => flush(options.port),
    stop: () => redis.stop(),
  };
}

/** Two servers and three sentinels. */
export async function startRedisGroup(folder: string): Promise<ChaosRedis> {
  const group = await startSentinels({
    dir: join(folder, 'redis'),
    toolsDir: TOOLS,
    password: PASSWORD,
    sentinelPassword: SENTINEL_PASSWORD,
  });
  return {
    settings: {
      REDIS_URL: group.url,
      REDIS_PREFIX: 'chaos',
      REDIS_SENTINELS: group.addresses,
      REDIS_SENTINEL_PASSWORD: SENTINEL_PASSWORD,
    },
    kill: () => group.killMaster(),
    flush: async () => flush(await group.masterPort(), PASSWORD),
    failOver: () => group.failOver(),
    stop: () => group.stop(),
  };
}

function flush(port: number, password?: string): Promise<void> {
  return new Promise((resolve) => {
    const commands = `${password === undefined ? '' : `AUTH ${password}\r\n`}FLUSHALL\r\n`;
    const socket = createConnection(port, '127.0.0.1', () => socket.end(commands));
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
    socket.resume();
  });
}
