import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { SingleFlight } from '@app/kernel';
import { isBusy } from '../sql/errors.js';
import { newestMigration } from '../schema/known-migrations.js';
import type { DedicatedConnection } from './dedicated-connection.js';

export interface PostgresState {
  /** Whether Postgres accepts writes: it is neither recovering nor a standby. */
  isPrimary: boolean;
  isMigrated: boolean;
  /** Milliseconds by which the clock of Postgres is ahead of this process's, accurate to half a round trip. */
  aheadMs: number;
}

/**
 * Checks whether Postgres is usable, on a separate connection. A full pool or a locked table must not take a server out
 * of the load balancer, because all replicas would leave it together.
 */
@Injectable()
export class DatabaseReadiness implements OnApplicationShutdown {
  readonly #questions = new SingleFlight(() => this.#readState());
  #wasMigrated = false;

  constructor(
    private readonly connection: DedicatedConnection,
    private readonly migration: string = newestMigration(),
  ) {}

  /** The checks of a server's `/health/ready`; each throws when Postgres is down. */
  get checks(): { name: string; check: () => Promise<boolean> }[] {
    return [
      { name: 'postgres', check: async () => (await this.state()).isPrimary },
      { name: 'schema', check: async () => (await this.state()).isMigrated },
    ];
  }

  /**
   * Concurrent calls share one query.
   * @throws the errors of `pg` when Postgres is down
   */
  state(): Promise<PostgresState> {
    return this.#questions.join();
  }

  onApplicationShutdown(): Promise<void> {
    return this.connection.end();
  }

  async #readState(): Promise<PostgresState> {
    // open the connection first, because its duration would count as a difference between the clocks
    const { rows } = await this.connection.query({ text: 'select not pg_is_in_recovery() as is_primary' });
    const { is_primary: isPrimary } = rows[0] as { is_primary: boolean };
    return { isPrimary, isMigrated: await this.#isMigrated(), aheadMs: await this.#aheadMs() };
  }

  async #aheadMs(): Promise<number> {
    const before = Date.now();
    const { rows } = await this.connection.query({
      text: 'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
    });
    return (rows[0] as { ms: number }).ms - (before + Date.now()) / 2;
  }

  /** If the table of migrations itself is locked, the last known result. */
  async #isMigrated(): Promise<boolean> {
    try {
      const { rowCount } = await this.connection.query({
        text: 'select 1 from public.schema_migrations where name = $1',
        values: [this.migration],
      });
      this.#wasMigrated = rowCount === 1;
    } catch (error) {
      const code = (error as { code?: string }).code;
      const isMissing = code === '42P01' || code === '42501'; // no such table; no right to read it
      if (isMissing) this.#wasMigrated = false;
      else if (!isBusy(error)) throw error;
    }
    return this.#wasMigrated;
  }
}
