import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Builds indexes of tables that are in use, without blocking reads and writes. */
export abstract class ConcurrentIndexes implements MigrationInterface {
  /** The name in `schema_migrations`: the class, with its time. */
  abstract readonly name: string;
  readonly transaction = false;
  /** By the index's name, with its schema, the text after the name: `on learning.outbox (portal_id)`. */
  abstract readonly indexes: Record<string, string>;
  /** The names of unique indexes. */
  readonly unique: readonly string[] = [];
  /** Previous indexes, which are dropped once the new ones are built. */
  readonly replaced: readonly string[] = [];

  async up(runner: QueryRunner): Promise<void> {
    await withoutLockTimeout(runner, async () => {
      for (const [index, definition] of Object.entries(this.indexes)) {
        // an index of a failed attempt is invalid
        await runner.query(`drop index concurrently if exists ${index}`);
        const kind = this.unique.includes(index) ? 'unique index' : 'index';
        await runner.query(`create ${kind} concurrently ${index.split('.').at(-1)} ${definition}`);
      }
      for (const index of this.replaced) await runner.query(`drop index concurrently if exists ${index}`);
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await withoutLockTimeout(runner, async () => {
      for (const index of Object.keys(this.indexes))
        await runner.query(`drop index concurrently if exists ${index}`);
    });
  }
}

/**
 * The same for a table partitioned by day: Postgres builds no index of all partitions concurrently, so each gets its
 * own.
 */
export abstract class ConcurrentPartitionIndexes implements MigrationInterface {
  /** The name in `schema_migrations`: the class, with its time. */
  abstract readonly name: string;
  readonly transaction = false;
  /** The partitioned table, with its schema. */
  abstract readonly table: string;
  /** By the index's name, without its schema, the text after the table: `(portal_id, time)`. */
  abstract readonly indexes: Record<string, string>;

  async up(runner: QueryRunner): Promise<void> {
    const [schema] = this.table.split('.');
    for (const [index, definition] of Object.entries(this.indexes)) {
      // new partitions get it automatically; it becomes valid once all existing ones have it
      await runner.query(/* sql */ `
        -- allow require-concurrent-index-creation: the parent has no rows, so this takes no time
        create index if not exists ${index} on only ${this.table} ${definition}`);
      for (const { partition } of await this.#partitionsWithout(runner, `${schema}.${index}`)) {
        const part = `${partition.split('.').at(-1)}_${index}`;
        await withoutLockTimeout(runner, async () => {
          await runner.query(`drop index concurrently if exists ${schema}.${part}`);
          await runner.query(`create index concurrently ${part} on ${partition} ${definition}`);
        });
        await runner.query(`alter index ${schema}.${index} attach partition ${schema}.${part}`);
      }
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    const [schema] = this.table.split('.');
    for (const index of Object.keys(this.indexes))
      await runner.query(`drop index if exists ${schema}.${index}`);
  }

  async #partitionsWithout(runner: QueryRunner, index: string): Promise<{ partition: string }[]> {
    const rows: unknown = await runner.query(
      `select n.nspname || '.' || c.relname as partition
         from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_namespace n on n.oid = c.relnamespace
        where i.inhparent = $1::regclass and not exists (
              select from pg_inherits p join pg_index x on x.indexrelid = p.inhrelid
               where p.inhparent = $2::regclass and x.indrelid = c.oid)
        order by 1`,
      [this.table, index],
    );
    return rows as { partition: string }[];
  }
}

/** Changes rows in batches, each in its own transaction, so that other transactions wait for one batch at most. */
export abstract class BatchedChange implements MigrationInterface {
  /** The name in `schema_migrations`: the class, with its time. */
  abstract readonly name: string;
  readonly transaction = false;
  /** Changes the next few thousand unchanged rows; changes none when all are done. */
  abstract readonly statement: string;

  async up(runner: QueryRunner): Promise<void> {
    let affected: number | undefined;
    do ({ affected } = await runner.query(this.statement, [], true));
    while (affected);
  }

  /** The changes stay: the previous version can read them. */
  async down(): Promise<void> {}
}

/** These statements wait for transactions, not for tables, so no requests queue up behind them. */
export async function withoutLockTimeout(runner: QueryRunner, work: () => Promise<void>): Promise<void> {
  await runner.query('set lock_timeout = 0');
  try {
    await work();
  } finally {
    await runner.query('reset lock_timeout');
  }
}
