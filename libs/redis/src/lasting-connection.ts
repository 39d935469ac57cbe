import { Redis, type RedisOptions } from 'ioredis';

/** Milliseconds until a lost connection is reopened. */
const PAUSE_MS = 200;

/**
 * A connection that ends only when we disconnect it. ioredis also ends a connection permanently if a sentinel announces
 * a new master during an attempt to connect to the old one: `SentinelConnector.connect` then throws, and
 * `Redis.connect` handles that like a call of `disconnect`.
 */
export class LastingConnection extends Redis {
  #isWanted = true;

  constructor(options: RedisOptions) {
    super(options);
    // without a listener ioredis prints every failed attempt; callers get the failures of their own commands
    this.on('error', () => undefined);
    this.on('end', () => {
      if (this.#isWanted) setTimeout(() => this.#again(), PAUSE_MS).unref();
    });
  }

  override disconnect(reconnect = false): void {
    this.#isWanted = reconnect;
    // ioredis would wait half a second for a connection that has already ended, and delay the end of the process
    if (this.status === 'end' && !reconnect && !this.options.sentinels) return;
    super.disconnect(reconnect);
    if (reconnect || !this.options.sentinels) return;
    // an attempt that has just succeeded subscribes to the sentinels a moment later, and ioredis does not close that
    // connection
    const { connector } = this as unknown as { connector: { disconnect(): void } };
    setTimeout(() => connector.disconnect(), PAUSE_MS).unref();
  }

  #again(): void {
    if (this.#isWanted && this.status === 'end') void this.connect().catch(() => undefined);
  }
}
