import { SingleFlight } from '@app/kernel';
import { metrics } from '@app/metrics';
import type pg from 'pg';
import type { DedicatedConnection } from '../connections/dedicated-connection.js';
import { postgresCode } from '../sql/errors.js';
import { runStatement } from '../sql/run-statement.js';
import { toQuery, type Statement } from '../sql/sql.js';
import { assertOutsideTransaction, Reader } from '../transactions/reader.js';
import { standbyLag } from './standby-lag.queries.js';

/** Maximum lag of a standby that is used, in seconds. */
export const MAX_REPLICA_LAG_SECONDS = 300;
/** The SQLSTATE of a statement timeout: the primary would take as long. */
const TIMED_OUT = '57014';
/** Milliseconds for which a standby is used after it was found usable. */
const USABLE_MS = 1_000;
/** Milliseconds for which the primary answers after the standby was found unusable. */
const UNUSABLE_MS = 10_000;

/** Connections to a streaming standby of the same server. */
export interface StandbyConnections {
  pool: pg.Pool;
  /** Checks whether the standby is usable, with a timeout of two seconds. */
  probe: DedicatedConnection;
  maxLagSeconds: number;
}

/**
 * Reads for exports and statistics, on a standby if one is configured. Rows may be {@link MAX_REPLICA_LAG_SECONDS} old.
 * Reads use the primary if the standby is unavailable, lags more or has been promoted. Source: ADR 26.
 */
export class ReplicaReads extends Reader {
  readonly #probe = new SingleFlight(() => this.#isUsable());
  #isStandbyUsable = false;
  #nextProbeAt = 0;

  constructor(
    private readonly primary: Reader,
    private readonly standby: StandbyConnections | undefined,
  ) {
    super();
    standby?.pool.on('error', () => undefined); // an idle connection was lost
  }

  async end(): Promise<void> {
    await Promise.all([this.standby?.pool.end(), this.standby?.probe.end()]);
  }

  /** @throws Unavailable when neither the standby nor the primary answers */
  async many<T>(statement: Statement): Promise<T[]> {
    if (!this.standby) return this.primary.many<T>(statement);
    assertOutsideTransaction();
    if (performance.now() >= this.#nextProbeAt) await this.#probe.join();
    if (!this.#isStandbyUsable) return this.#readPrimary('unusable', statement);
    try {
      const { rows } = await runStatement(this.standby.pool, 'replica', statement);
      metrics.postgres_replica_reads_total.inc({ by: 'replica', reason: '' });
      return rows as T[];
    } catch (error) {
      if (postgresCode((error as Error).cause ?? error) === TIMED_OUT) throw error;
      this.#nextProbeAt = 0;
      return this.#readPrimary('failed', statement);
    }
  }

  async #isUsable(): Promise<void> {
    const rows = await this.standby!.probe.query(toQuery(standbyLag)).then(
      (result) => result.rows as { seconds: number | null }[],
      () => [],
    );
    const seconds = rows[0]?.seconds ?? Number.POSITIVE_INFINITY;
    this.#isStandbyUsable = seconds <= this.standby!.maxLagSeconds;
    this.#nextProbeAt = performance.now() + (this.#isStandbyUsable ? USABLE_MS : UNUSABLE_MS);
  }

  #readPrimary<T>(reason: 'unusable' | 'failed', statement: Statement): Promise<T[]> {
    metrics.postgres_replica_reads_total.inc({ by: 'primary', reason });
    return this.primary.many<T>(statement);
  }
}
