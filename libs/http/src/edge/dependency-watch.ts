import { Inject, Injectable, Optional, type OnModuleDestroy } from '@nestjs/common';
import { DatabaseReadiness, type PostgresState } from '@app/database';
import { LOGGER, type Logger } from '@app/kernel';
import { Dependency, observe } from '@app/metrics';
import { REDIS } from '@app/redis';
import { ScheduledTask } from '@app/scheduled-tasks';
import type { Redis } from 'ioredis';

/** Polls Postgres, and Redis if the server uses it: whether they are usable, and the difference of Postgres' clock. */
@Injectable()
export class DependencyWatch extends ScheduledTask implements OnModuleDestroy {
  readonly #postgres: Dependency;
  readonly #redis: Dependency | undefined;
  #aheadMs: number | undefined;
  readonly #forget: () => void;
  #isEnding = false;

  constructor(
    private readonly database: DatabaseReadiness,
    @Optional() @Inject(REDIS) private readonly redis: Redis | undefined,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('watch-dependencies', logger);
    this.#postgres = new Dependency('postgres', logger);
    this.#redis = redis && new Dependency('redis', logger);
    this.#forget = observe('postgres_clock_skew_seconds', () =>
      this.#aheadMs === undefined ? undefined : this.#aheadMs / 1000,
    );
    // an outage may be shorter than the pause between two polls
    redis?.on('ready', () => this.#redis?.up());
    redis?.on('close', () => {
      if (!this.#isEnding) this.#redis?.down(new Error('the connection was closed'));
    });
  }

  onModuleDestroy(): void {
    this.#isEnding = true;
    this.#forget();
    for (const one of [this.#postgres, this.#redis]) one?.forget();
  }

  protected async work(): Promise<void> {
    await Promise.all([this.#checkPostgres(), this.#checkRedis()]);
  }

  async #checkPostgres(): Promise<void> {
    let state: PostgresState;
    try {
      state = await this.database.state();
    } catch (error) {
      return this.#postgres.down(error);
    }
    this.#aheadMs = state.aheadMs;
    if (state.isPrimary) this.#postgres.up();
    else this.#postgres.down(new Error('it accepts no writes: it is a standby, or still recovers'));
  }

  async #checkRedis(): Promise<void> {
    try {
      await this.redis?.ping();
      this.#redis?.up();
    } catch (error) {
      if (!this.#isEnding) this.#redis?.down(error);
    }
  }
}
