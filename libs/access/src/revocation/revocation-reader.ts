import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CLOCK, LOGGER, SingleFlight, SETTINGS, type Clock, type Logger } from '@app/kernel';
import { observe } from '@app/metrics';
import { connect, type RedisSettings } from '@app/redis';
import { TaskRunner } from '@app/scheduled-tasks';
import type { Redis } from 'ioredis';
import { START_POSITION, RevocationQueries, type Position } from './revocations.queries.js';
import { RevocationSet, type Revocation } from './revocation-set.js';

/** Milliseconds without a successful read after which the process is not ready. */
const STALE_MS = 10_000;
const PRUNE_MS = 60_000;

/** Redis channel whose messages only wake the readers; the table is authoritative. */
export const revocationChannel = (settings: RedisSettings): string => `${settings.REDIS_PREFIX}:revocations`;

/**
 * Keeps the {@link RevocationSet} in sync with `auth.revocations`: every 500 ms, and immediately when woken. A revoked
 * token is therefore refused within a second even without Redis.
 */
@Injectable()
export class RevocationReader implements OnApplicationBootstrap, OnModuleDestroy {
  readonly set = new RevocationSet();
  #position = START_POSITION;
  #lastRead = 0;
  #lastPrune = 0;
  readonly #task: TaskRunner;
  readonly #reads = new SingleFlight(() => this.#readTail());
  #subscriber: Redis | undefined;
  readonly #listeners: (() => void)[] = [];
  #forget: () => void = () => undefined;

  constructor(
    private readonly queries: RevocationQueries,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SETTINGS) private readonly redisSettings: RedisSettings,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#task = new TaskRunner('read-revocations', () => this.read(), logger);
  }

  /**
   * Loads the set before the process listens.
   * @throws when it cannot be read
   */
  async onApplicationBootstrap(): Promise<void> {
    await this.read();
    this.#task.start(this.#task.everyMs);
    const forgetAge = observe('revocations_age_seconds', () => (Date.now() - this.#lastRead) / 1000);
    const forgetSize = observe('revocations_live', () => this.set.size);
    this.#forget = () => {
      forgetAge();
      forgetSize();
    };
    this.#subscribe();
  }

  async onModuleDestroy(): Promise<void> {
    this.#forget();
    this.#subscriber?.disconnect();
    await this.#task.stop();
  }

  /** Calls `listener` whenever new revocations have been read. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Whether the set is recent enough. */
  get isFresh(): boolean {
    return Date.now() - this.#lastRead < STALE_MS;
  }

  /** Reads new revocations; a call during a read resolves after one more read. */
  read(): Promise<void> {
    return this.#reads.again();
  }

  async #readTail(): Promise<void> {
    let page = await this.queries.since(this.#position.xmin);
    if (mayHaveGoneBack(this.#position, page.position)) {
      this.#position = START_POSITION;
      page = await this.queries.since(START_POSITION.xmin);
    }
    const { position } = page;
    this.#add(page.rows);
    while (page.last) {
      page = await this.queries.after(page.last);
      this.#add(page.rows);
    }
    this.#position = position;
    this.#lastRead = Date.now();
    if (this.#lastRead - this.#lastPrune > PRUNE_MS) {
      this.set.prune(this.clock.now());
      this.#lastPrune = this.#lastRead;
    }
  }

  #add(rows: readonly Revocation[]): void {
    let isNew = false;
    for (const row of rows) isNew = this.set.add(row) || isNew;
    if (isNew) for (const listener of this.#listeners) listener();
  }

  #subscribe(): void {
    const subscriber = connect(this.redisSettings);
    subscriber.on('message', () => void this.read().catch(() => undefined));
    subscriber.on('ready', () => {
      subscriber.subscribe(revocationChannel(this.redisSettings)).catch(() => undefined);
    });
    this.#subscriber = subscriber;
  }
}

/**
 * Whether this is a different Postgres, or one that was restarted, whose data may be older (a restore, a promoted
 * standby). Row and transaction numbers may then be reused. Once Postgres has caught up the numbers need not be lower,
 * so every restart counts.
 */
const mayHaveGoneBack = (before: Position, now: Position): boolean =>
  before.server !== undefined && (now.server !== before.server || BigInt(now.xmin) < BigInt(before.xmin));
