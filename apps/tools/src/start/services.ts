import { join } from 'node:path';
import { LocalServiceError, startPostgres, startRedis } from '@app/local-services';
import type { StartConfig } from './config.js';
import type { StackSecrets } from './secrets.js';

export interface Services {
  /** For the role that owns the database. */
  databaseUrl: string;
  redisUrl: string;
  /** Resolves with a sentence when a service has ended unexpectedly. */
  broken: Promise<string>;
  stop(): Promise<void>;
}

/**
 * Postgres and Redis in `folder`, or those given by DATABASE_URL and REDIS_URL.
 * @throws LocalServiceError
 */
export async function startServices(
  config: StartConfig,
  secrets: StackSecrets,
  folder: string,
  say: (line: string) => void,
): Promise<Services> {
  const stops: (() => Promise<void>)[] = [];
  const endings: Promise<string>[] = [];
  const stop = async () => {
    for (const stopOne of stops) await stopOne();
  };
  try {
    const [databaseUrl, redisUrl] = await settled([
      config.databaseUrl ?? postgres(),
      config.redisUrl ?? redis(),
    ]);
    return { databaseUrl, redisUrl, broken: Promise.race(endings), stop };
  } catch (error) {
    await stop();
    throw error;
  }

  async function postgres(): Promise<string> {
    const server = await startPostgres({
      dataDir: join(folder, 'postgres'),
      port: config.ports.postgres,
      password: secrets.postgres,
      settings: { max_connections: 200, shared_buffers: '256MB' },
    });
    stops.push(() => server.stop());
    endings.push(server.ended.then(() => `Postgres has ended; ${server.logFile} says why.`));
    server.notices.forEach(say);
    return server.url;
  }

  async function redis(): Promise<string> {
    const server = await startRedis({
      dir: join(folder, 'redis'),
      port: config.ports.redis,
      password: secrets.redis,
      settings: { appendonly: 'yes' },
      toolsDir: join(folder, 'tools'),
      say,
    });
    stops.push(() => server.stop());
    endings.push(server.ended.then(() => `Redis has ended; ${server.logFile} says why.`));
    return server.url;
  }
}

/** Waits for both even if one has failed, so that both can be stopped. */
async function settled<T>(work: readonly [T | Promise<T>, T | Promise<T>]): Promise<[T, T]> {
  const [first, second] = await Promise.allSettled(work);
  if (first.status === 'rejected') throw first.reason as LocalServiceError;
  if (second.status === 'rejected') throw second.reason as LocalServiceError;
  return [first.value, second.value];
}

/** The URL of the same database for another role. */
export function withRole(databaseUrl: string, username: string, password: string): string {
  return Object.assign(new URL(databaseUrl), { username, password }).href;
}
