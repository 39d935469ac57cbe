import type { RedisOptions } from 'ioredis';
import { LastingConnection } from './lasting-connection.js';
import { connectionOptions, type RedisSettings } from './redis-settings.js';

/**
 * Milliseconds to wait for commands in flight at shutdown: more than a command takes, less than an orchestrator waits.
 */
const CLOSE_TIMEOUT_MS = 3_000;

/** Key prefix of BullMQ's queues; in braces, so that all keys of a queue are in one slot of Redis Cluster. */
export const bullPrefix = (settings: RedisSettings): string => `{${settings.REDIS_PREFIX}:queue}`;

/**
 * The connection of one BullMQ queue or worker, to be closed by {@link closeBull}. While Redis is down, a producer fails
 * immediately, because it publishes only hints; a worker waits.
 */
export const bullConnection = (settings: RedisSettings, kind: 'producer' | 'worker'): BullConnection =>
  new BullConnection({
    ...connectionOptions(settings),
    ...(kind === 'producer'
      ? { enableOfflineQueue: false, maxRetriesPerRequest: 1 }
      : { maxRetriesPerRequest: null }),
  });

/** Tracks the copies of a connection, because BullMQ loses track of connections that it cannot close cleanly. */
class BullConnection extends LastingConnection {
  readonly #copies: BullConnection[] = [];

  /** BullMQ copies the connection of a worker for the command that waits for jobs. */
  override duplicate(options: Partial<RedisOptions> = {}): BullConnection {
    const copy = new BullConnection({ ...this.options, ...options });
    this.#copies.push(copy);
    return copy;
  }

  /** Ends this connection and its copies; every command waiting for an answer fails. */
  endAll(): void {
    for (const one of [this, ...this.#copies]) {
      if (one.status === 'end') {
        one.disconnect(); // prevents reconnecting
        continue;
      }
      // Between two attempts `disconnect` only stops the timer, and commands and BullMQ would wait forever; ending it
      // during an attempt makes both fail.
      if (one.status === 'reconnecting') void one.connect().catch(() => undefined);
      one.disconnect();
    }
  }
}

interface Bull {
  opts: { connection: unknown };
  close(): Promise<void>;
}

/**
 * Closes a queue or worker created with {@link bullConnection} and its connections, whether Redis is up or not. Waits a
 * limited time for a worker's job in progress. Never throws.
 */
export async function closeBull(one: Bull | undefined): Promise<void> {
  if (!one) return;
  const connection = one.opts.connection as BullConnection;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, CLOSE_TIMEOUT_MS)));
  const closing = one.close().catch(() => undefined);
  // BullMQ would wait without limit for a connection that is being re-established
  if (connection.status === 'ready') connection.once('close', () => connection.endAll());
  else connection.endAll();
  await Promise.race([closing, late]);
  clearTimeout(timer);
  connection.endAll();
}
