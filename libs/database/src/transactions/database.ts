import { Injectable, Optional, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { observe } from '@app/metrics';
import { tracedDetail } from '@app/tracing';
import { DatabaseUnavailable, isDeadlock, translateError } from '../sql/errors.js';
import { DedicatedConnection } from '../connections/dedicated-connection.js';
import { PoolReads, DedicatedReads } from '../connections/pool-reads.js';
import { ConnectionLimiter } from '../connections/connection-limiter.js';
import { requestContext } from './request-context.js';
import { runStatement, type Queryable } from '../sql/run-statement.js';
import { assertOutsideTransaction, currentTransaction, Reader } from './reader.js';
import { ReplicaReads, type StandbyConnections } from '../replica/replica-reads.js';
import type { Statement } from '../sql/sql.js';

/** Maximum number of attempts at a transaction that Postgres ends because of a deadlock. */
const MAX_ATTEMPTS = 3;

/** Called at the beginning and end of the transactions in some work; throwing rolls them back. */
export interface TransactionHook {
  begun(tx: Transaction): Promise<void>;
  /** @param result what the work returns if the commit succeeds */
  finishing(tx: Transaction, result: unknown): Promise<void>;
}

const hooks = new AsyncLocalStorage<TransactionHook | undefined>();

/** Runs `work` with `hook` in every transaction that it opens. */
export const withTransactionHook = <T>(hook: TransactionHook, work: () => Promise<T>): Promise<T> =>
  hooks.run(hook, work);

/** A running transaction. Functions that write take one as a required argument. */
export class Transaction extends Reader {
  readonly #afterCommit: (() => void)[] = [];

  constructor(private readonly client: Queryable) {
    super();
  }

  async many<T>(statement: Statement): Promise<T[]> {
    return (await runStatement(this.client, 'transaction', statement)).rows as T[];
  }

  /**
   * Runs a write.
   * @returns the number of affected rows
   */
  async run(statement: Statement): Promise<number> {
    return (await runStatement(this.client, 'transaction', statement)).rowCount ?? 0;
  }

  /** Runs `work` once the transaction has committed, but not if it rolls back. `work` must not throw. */
  afterCommit(work: () => void): void {
    this.#afterCommit.push(work);
  }

  /** @internal */
  committed(): void {
    for (const work of this.#afterCommit) work();
  }
}

/** Access to Postgres: prepared reads on the pool, and transactions. */
@Injectable()
export class Database extends Reader implements OnApplicationShutdown {
  readonly #limiter: ConnectionLimiter;
  readonly #reads: PoolReads;
  readonly #forget: (() => void)[] = [];
  /**
   * For searches, lists, counts and aggregates, which can be a lot of work for one request. They cannot exceed their
   * share of the connections, so that other work always gets one.
   */
  readonly heavy: Reader;
  /**
   * For reads on which the whole process depends, such as revocations and keys: on a separate connection that does not
   * depend on the pool.
   */
  readonly dedicated: Reader;
  /**
   * For exports and statistics, which may be read from a standby (`DATABASE_REPLICA_URL`) with rows that are some
   * minutes old. Never for rights, tokens, single-use secrets, or reads before a write.
   */
  readonly replica: ReplicaReads;

  /** @param dedicatedConnection without it, {@link Database.dedicated} reads go through the pool */
  constructor(
    @InjectDataSource() readonly dataSource: DataSource,
    @Optional() private readonly dedicatedConnection?: DedicatedConnection,
    @Optional() limiter?: ConnectionLimiter,
    @Optional() standby?: StandbyConnections,
  ) {
    super();
    this.#limiter = limiter ?? new ConnectionLimiter({ size: this.pool.options.max });
    this.#reads = new PoolReads(this, this.#limiter, false);
    this.heavy = new PoolReads(this, this.#limiter, true);
    this.replica = new ReplicaReads(this.heavy, standby);
    this.dedicated = dedicatedConnection ? new DedicatedReads(dedicatedConnection) : this;
  }

  async onApplicationShutdown(): Promise<void> {
    for (const forget of this.#forget.splice(0)) forget();
    await Promise.all([this.dedicatedConnection?.end(), this.replica.end()]);
  }

  /** Closes all connections, for callers that have opened them. */
  async close(): Promise<void> {
    await this.onApplicationShutdown();
    await this.dataSource.destroy();
  }

  /**
   * Adds the use of the connections to the metrics.
   * @param pool its name there
   */
  observed(pool: string): this {
    this.#forget.push(
      observe('postgres_pool_connections', () => {
        const { totalCount, idleCount } = this.pool;
        return [
          { labels: { pool, state: 'busy' }, value: totalCount - idleCount },
          { labels: { pool, state: 'idle' }, value: idleCount },
        ];
      }),
      observe('postgres_pool_max_connections', () => [{ labels: { pool }, value: this.pool.options.max }]),
      observe('postgres_pool_waiting', () => [
        { labels: { pool }, value: this.#limiter.waiting + this.pool.waitingCount },
      ]),
    );
    return this;
  }

  /** @internal TypeORM's own pool, so that an app has one set of connections. */
  get pool(): Pool {
    return (this.dataSource.driver as unknown as { master: Pool }).master;
  }

  many<T>(statement: Statement): Promise<T[]> {
    return this.#reads.many(statement);
  }

  /**
   * Runs work in several transactions, none of which is the whole. Hooks on transactions run in one more at the end,
   * with the result of all. If the work fails midway, no result is recorded; of two concurrent requests of this kind
   * both do the work.
   */
  async writeInSteps<T>(work: () => Promise<T>): Promise<T> {
    if (!hooks.getStore()) return work();
    const result = await hooks.run(undefined, work);
    return this.write(() => Promise.resolve(result));
  }

  /**
   * Runs `work` in one transaction (read committed). If Postgres ends it because of a deadlock it runs again, so `work`
   * must have no effects outside the transaction.
   * @throws the errors of `work`, after the rollback
   */
  async write<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    assertOutsideTransaction();
    const caller = requestContext();
    const want = {
      kind: caller?.operation ?? 'transactions of no request',
      isHeavy: caller?.hasLargeBody ?? false,
    };
    for (let attempt = 1; ; attempt += 1) {
      const state = { isOpen: true };
      try {
        const { tx, result } = await currentTransaction.run(state, () =>
          tracedDetail('transaction', {}, () => this.#limiter.run(want, () => this.#transact(work, state))),
        );
        tx.committed();
        return result;
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isDeadlock(error)) throw error;
      } finally {
        state.isOpen = false;
      }
    }
  }

  async #transact<T>(work: (tx: Transaction) => Promise<T>, state: { isOpen: boolean }) {
    const runner = this.dataSource.createQueryRunner();
    try {
      const client = (await runner.connect()) as PoolClient;
      await runner.startTransaction();
      const tx = new Transaction(client);
      try {
        const hook = hooks.getStore();
        await hook?.begun(tx);
        const result = await work(tx);
        await hook?.finishing(tx, result);
        await runner.commitTransaction();
        state.isOpen = false;
        return { tx, result };
      } catch (error) {
        // on a silent connection the rollback would wait as long again; a closed connection leaves the pool
        if (translateError(error) instanceof DatabaseUnavailable) void client.end().catch(() => undefined);
        // a lost connection cannot roll back; the first error is the one that matters
        if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
        throw error;
      }
    } catch (error) {
      throw translateError(error);
    } finally {
      await runner.release();
    }
  }
}
