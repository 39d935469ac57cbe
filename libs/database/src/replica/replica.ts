import { metrics, observe } from '@app/metrics';
import type pg from 'pg';
import { runStatement, type Queryable } from '../sql/run-statement.js';
import { postgresCode } from '../sql/errors.js';
import type { ConnectionLimiter } from '../connections/connection-limiter.js';
import { requestContext, type RequestContext } from '../transactions/request-context.js';
import { toQuery, type Statement } from '../sql/sql.js';
import { BEYOND_EVERYTHING, written } from './server-state.queries.js';
import type { StandbyWatch, FallbackReason } from './standby-watch.js';
import type { AffectedPortal, CommitPositions } from './commit-positions.js';

/** Why a read went to the primary. */
type Reason = FallbackReason | 'no_portal' | 'positions_unknown' | 'behind_own_write' | 'failed';

interface Parts {
  watch: StandbyWatch;
  positions: CommitPositions;
  pool: pg.Pool;
  limiter: ConnectionLimiter;
  /** Milliseconds by which the standby may be behind and still answer. */
  maxLagMs: number;
}

/** The SQLSTATE of a statement that took too long: another server would take as long. */
const TIMED_OUT = '57014';
/** Milliseconds between two looks whether the standby has got as far as a write that could not be noted. */
const LOOK_MS = 20;

/**
 * A standby that answers reads of requests. It is never older than what the portal has written before, and otherwise
 * older by at most the lag that was allowed. The primary answers reads that are in doubt. Source: ADR 26.
 */
export class Replica {
  readonly #parts: Parts;
  /** The facts that each request needs, asked once. */
  readonly #needed = new WeakMap<RequestContext, Promise<number | undefined>>();
  readonly #forget: () => void;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#forget = observe('postgres_replica_lag_seconds', () => parts.watch.lagMs / 1000);
    parts.pool.on('error', () => undefined); // an idle connection that was lost
    parts.watch.start();
  }

  async end(): Promise<void> {
    this.#forget();
    const { watch, pool } = this.#parts;
    await Promise.all([watch.end(), pool.end()]);
  }

  /**
   * The rows of a statement on the standby if it may answer and does, otherwise those of `onPrimary`.
   * @param needsRow whether `onPrimary` also answers when the standby has no row. @throws what `onPrimary` throws
   */
  async read<T>(statement: Statement, onPrimary: () => Promise<T[]>, needsRow = false): Promise<T[]> {
    const reason = await this.#unfit();
    if (reason) return this.#fromPrimary(reason, onPrimary);
    const { watch } = this.#parts;
    let rows: T[];
    try {
      rows = (await watch.failWhenLost(runStatement(this.#shared(statement), 'replica', statement)))
        .rows as T[];
    } catch (error) {
      if (postgresCode((error as Error).cause ?? error) === TIMED_OUT) throw error;
      return this.#fromPrimary('failed', onPrimary);
    }
    metrics.postgres_replica_reads_total.inc({ by: 'replica', reason: '' });
    // somebody else may have created the row a moment ago, and have told the reader
    return rows.length === 0 && needsRow ? onPrimary() : rows;
  }

  /**
   * The position of what the transaction that was committed last on `client` has written. Never throws: what cannot be
   * known is beyond every position.
   */
  async commitPosition(client: Queryable): Promise<number> {
    try {
      const { rows } = await client.query(toQuery(written));
      return Number(rows[0]!['written']);
    } catch {
      return BEYOND_EVERYTHING;
    }
  }

  /** Until this has ended, nobody may be told that something was written. Never throws. */
  async written(affected: AffectedPortal, position: number): Promise<void> {
    const { positions, watch, maxLagMs } = this.#parts;
    const caller = requestContext();
    if (caller) this.#needed.delete(caller);
    if (await positions.record(affected, position)) return;
    // The others know nothing of it. As soon as the standby has it, or none that lacks it may answer, they need not.
    const end = performance.now() + maxLagMs;
    while (performance.now() < end && watch.silentMs < maxLagMs && !(await watch.hasReplayed(position)))
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }

  async #unfit(): Promise<Reason | undefined> {
    const { watch } = this.#parts;
    const caller = requestContext();
    if (caller?.portalId === undefined) return 'no_portal';
    if (watch.unfit) return watch.unfit;
    const needed = await this.#requiredPosition(caller, caller.portalId);
    if (needed === undefined) return 'positions_unknown';
    return (await watch.hasReplayed(needed)) ? undefined : (watch.unfit ?? 'behind_own_write');
  }

  #requiredPosition(caller: RequestContext, portalId: number): Promise<number | undefined> {
    let needed = this.#needed.get(caller);
    if (!needed) this.#needed.set(caller, (needed = this.#parts.positions.requiredPosition(portalId)));
    return needed;
  }

  #fromPrimary<T>(reason: Reason, onPrimary: () => Promise<T[]>): Promise<T[]> {
    metrics.postgres_replica_reads_total.inc({ by: 'primary', reason });
    return onPrimary();
  }

  /** The pool, within its users' shares. */
  #shared({ text }: Statement): Queryable {
    const { limiter, pool } = this.#parts;
    const want = { kind: text };
    return { query: (query) => limiter.run(want, () => pool.query(query)) };
  }
}
