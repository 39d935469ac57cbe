import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Database } from '@app/database';
import { LOGGER, type Logger } from '@app/kernel';
import { TaskRunner } from '@app/scheduled-tasks';
import { clockOfPostgres } from './postgres-clock.queries.js';

const SAMPLES = 8;
const nowMs = (): number => performance.timeOrigin + performance.now();

/**
 * How far this process' clock is from Postgres', so that the arrival of a request can be compared with a time that
 * Postgres wrote.
 */
@Injectable()
export class PostgresClock implements OnModuleInit, OnModuleDestroy {
  #offsetMs = 0;
  /** By how much the offset may be wrong: half the round trip to Postgres. */
  #uncertaintyMs = 0;
  readonly #task: TaskRunner;

  constructor(
    private readonly database: Database,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#task = new TaskRunner('measure-postgres-clock', () => this.#measure(), logger);
  }

  async onModuleInit(): Promise<void> {
    await this.#measure();
    this.#task.start(this.#task.everyMs);
  }

  async onModuleDestroy(): Promise<void> {
    await this.#task.stop();
  }

  /**
   * Whether a moment of this process' clock is before one of Postgres' clock, both in milliseconds since 1970;
   * indistinguishable ones count as before.
   */
  isBefore(processMs: number, postgresMs: number): boolean {
    return processMs + this.#offsetMs - this.#uncertaintyMs < postgresMs;
  }

  /** The fastest answer is the most accurate. */
  async #measure(): Promise<void> {
    let best = Infinity;
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const before = nowMs();
      const postgresMs = await clockOfPostgres(this.database);
      const after = nowMs();
      if (after - before >= best) continue;
      best = after - before;
      this.#offsetMs = postgresMs - (before + after) / 2;
      this.#uncertaintyMs = best / 2;
    }
  }
}
