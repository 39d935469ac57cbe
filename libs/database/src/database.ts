import { Injectable, Optional, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import { Unavailable } from '@app/kernel';
import { DatabaseAway, isDeadlock, isLockedOut, translateError } from './errors.js';
import { LookupConnections } from './lookup-connections.js';
import { OwnConnection } from './own-connection.js';
import { callerOf, PoolShares, type Ending } from './pool-shares.js';
import { camelCased, toQuery, type Statement } from './sql.js';

/** Reads that are possible both outside and inside a transaction. */
export interface Reader {
  /** The first row, or undefined. @throws Unavailable when Postgres is away. */
  one<T>(statement: Statement): Promise<T | undefined>;
  /**
   * The first row of a read by key, or undefined; outside a transaction it shares a connection with other lookups, so
   * it must be short: an index, a handful of rows. @throws Unavailable when Postgres is away.
   */
  lookup<T>(statement: Statement): Promise<T | undefined>;
  /** All rows. @throws Unavailable when Postgres is away. */
  many<T>(statement: Statement): Promise<T[]>;
}

interface Queryable {
  query(query: { text: string; values: unknown[]; name?: string }): Promise<{
    rows: QueryResultRow[];
    rowCount: number | null;
  }>;
}

async function ask(on: Queryable, statement: Statement) {
  try {
    const result = await on.query(toQuery(statement));
    return statement.isCamelCased ? { ...result, rows: result.rows.map(camelCased) } : result;
  } catch (error) {
    throw translateError(error);
  }
}

/** How many times to try a transaction that Postgres ends because of a deadlock. */
const MAX_ATTEMPTS = 3;

/** The transaction of the work that is running. */
const running = new AsyncLocalStorage<{ isOpen: boolean }>();

/**
 * Reads inside a transaction go through it: taking another connection would deadlock as soon as every connection of
 * the pool holds a transaction that waits for one.
 */
function assertOutsideTransaction(): void {
  if (running.getStore()?.isOpen) throw new Error('a transaction is running: read through it, not beside it');
}

/** Called at the beginning and end of a piece of work's transactions; what it throws rolls them back. */
export interface TransactionHook {
  begun(tx: Transaction): Promise<void>;
  /** @param result what the work returns if the commit succeeds */
  finishing(tx: Transaction, result: unknown): Promise<void>;
}

const hooks = new AsyncLocalStorage<TransactionHook>();

/** Runs `work` with `hook` in every transaction that it opens. */
export const withTransactionHook = <T>(hook: TransactionHook, work: () => Promise<T>): Promise<T> =>
  hooks.run(hook, work);

/** A running transaction. Functions that write take one as a required argument. */
export class Transaction implements Reader {
  readonly #afterCommit: (() => void)[] = [];

  constructor(
    private readonly client: Queryable,
    /** TypeORM's manager inside this transaction, for entities. */
    readonly manager: EntityManager,
  ) {}

  async one<T>(statement: Statement): Promise<T | undefined> {
    return (await ask(this.client, statement)).rows[0] as T | undefined;
  }

  lookup<T>(statement: Statement): Promise<T | undefined> {
    return this.one(statement);
  }

  async many<T>(statement: Statement): Promise<T[]> {
    return (await ask(this.client, statement)).rows as T[];
  }

  /** Runs a write. @returns how many rows it touched */
  async run(statement: Statement): Promise<number> {
    return (await ask(this.client, statement)).rowCount ?? 0;
  }

  /** Does `work` once the transaction has committed, but not if it rolls back. `work` must not throw. */
  afterCommit(work: () => void): void {
    this.#afterCommit.push(work);
  }

  /** @internal */
  committed(): void {
    for (const work of this.#afterCommit) work();
  }
}

/** Reads on a connection of their own. */
class VitalReads implements Reader {
  constructor(private readonly connection: OwnConnection) {}

  async one<T>(statement: Statement): Promise<T | undefined> {
    return (await ask(this.connection, statement)).rows[0] as T | undefined;
  }

  lookup<T>(statement: Statement): Promise<T | undefined> {
    return this.one(statement);
  }

  async many<T>(statement: Statement): Promise<T[]> {
    return (await ask(this.connection, statement)).rows as T[];
  }
}

/** What an error says about the kind of work that met it. */
const endingOf = (error: unknown): Ending =>
  isLockedOut(error) ? 'locked out' : error instanceof Unavailable ? 'other' : 'answered';

/** Reads on the pool, within the shares of its users. */
class PoolReads implements Reader {
  constructor(
    private readonly database: Database,
    private readonly shares: PoolShares,
    private readonly isHeavy: boolean,
  ) {}

  async one<T>(statement: Statement): Promise<T | undefined> {
    return (await this.ask(statement)).rows[0] as T | undefined;
  }

  lookup<T>(statement: Statement): Promise<T | undefined> {
    return this.database.lookup(statement);
  }

  async many<T>(statement: Statement): Promise<T[]> {
    return (await this.ask(statement)).rows as T[];
  }

  ask(statement: Statement): ReturnType<Queryable['query']> {
    assertOutsideTransaction();
    const want = { kind: statement.text, isHeavy: this.isHeavy };
    return this.shares.run(want, () => ask(this.database.pool, statement), endingOf);
  }
}

/** The way to Postgres: prepared reads on the pool, and transactions. */
@Injectable()
export class Database implements Reader, OnApplicationShutdown {
  readonly #shares: PoolShares;
  readonly #reads: PoolReads;
  /**
   * For searches, lists, counts and aggregates, which can be much work for one request. They cannot exceed their
   * share of the connections, so that everything else finds one.
   */
  readonly heavy: Reader;
  /**
   * For what the whole process depends on, such as revocations and keys: read on a separate connection, whatever
   * happens to the pool.
   */
  readonly vital: Reader;

  /**
   * @param lookups without it, lookups go through the pool
   * @param vital without it, {@link Database.vital} reads go through the pool
   */
  constructor(
    @InjectDataSource() readonly dataSource: DataSource,
    @Optional() private readonly lookups?: LookupConnections,
    @Optional() private readonly ownConnection?: OwnConnection,
    @Optional() shares?: PoolShares,
  ) {
    this.#shares = shares ?? new PoolShares({ size: this.pool.options.max });
    this.#reads = new PoolReads(this, this.#shares, false);
    this.heavy = new PoolReads(this, this.#shares, true);
    this.vital = ownConnection ? new VitalReads(ownConnection) : this;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.lookups?.end(), this.ownConnection?.end()]);
  }

  /** @internal TypeORM's own pool, so that an app has one set of connections. */
  get pool(): Pool {
    return (this.dataSource.driver as unknown as { master: Pool }).master;
  }

  one<T>(statement: Statement): Promise<T | undefined> {
    return this.#reads.one(statement);
  }

  async lookup<T>(statement: Statement): Promise<T | undefined> {
    assertOutsideTransaction();
    if (!this.lookups) return this.#reads.one(statement);
    return (await ask(this.lookups, statement)).rows[0] as T | undefined;
  }

  many<T>(statement: Statement): Promise<T[]> {
    return this.#reads.many(statement);
  }

  /**
   * Runs `work` in one transaction (read committed): all of it happens, or nothing. If Postgres ends it because of a
   * deadlock it runs again, so `work` must do nothing outside the transaction.
   * @throws whatever `work` throws, after the roll-back
   */
  async write<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    assertOutsideTransaction();
    const want = { kind: callerOf()?.operation ?? 'transactions of no request', isHeavy: false };
    for (let attempt = 1; ; attempt += 1) {
      const state = { isOpen: true };
      try {
        return await running.run(state, () =>
          this.#shares.run(want, () => this.#transact(work, state), endingOf),
        );
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isDeadlock(error)) throw error;
      } finally {
        state.isOpen = false;
      }
    }
  }

  async #transact<T>(work: (tx: Transaction) => Promise<T>, state: { isOpen: boolean }): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      const client = (await runner.connect()) as PoolClient;
      await runner.startTransaction();
      const tx = new Transaction(client, runner.manager);
      try {
        const hook = hooks.getStore();
        await hook?.begun(tx);
        const result = await work(tx);
        await hook?.finishing(tx, result);
        await runner.commitTransaction();
        state.isOpen = false;
        tx.committed();
        return result;
      } catch (error) {
        // a silent connection would make the roll-back wait as long again; once ended, it leaves the pool
        if (translateError(error) instanceof DatabaseAway) void client.end().catch(() => undefined);
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
