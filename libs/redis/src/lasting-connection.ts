import { Redis, type RedisOptions } from 'ioredis';

/** Milliseconds until a connection that ended by itself is made again. */
const PAUSE_MS = 200;

/**
 * A connection that ends only when we disconnect it. The library also ends one for good when a sentinel announces a
 * new master during an attempt to connect to the old one. `SentinelConnector.connect` then throws, and
 * `Redis.connect` takes that for our own wish.
 */
export class LastingConnection extends Redis {
  #isWanted = true;

  constructor(options: RedisOptions) {
    super(options);
    // Without a listener ioredis prints every failed attempt; callers see the failure of their own commands.
    this.on('error', () => undefined);
    this.on('end', () => {
      if (this.#isWanted) setTimeout(() => this.#again(), PAUSE_MS).unref();
    });
  }

  override disconnect(reconnect = false): void {
    this.#isWanted = reconnect;
    // the library would wait for the end of what has ended: half a second in which the process cannot
    if (this.status === 'end' && !reconnect && !this.options.sentinels) return;
    super.disconnect(reconnect);
    if (reconnect || !this.options.sentinels) return;
    // an attempt that had just succeeded subscribes to the sentinels a moment later, and nobody else ends that
    const { connector } = this as unknown as { connector: { disconnect(): void } };
    setTimeout(() => connector.disconnect(), PAUSE_MS).unref();
  }

  #again(): void {
    if (this.#isWanted && this.status === 'end') void this.connect().catch(() => undefined);
  }
}
