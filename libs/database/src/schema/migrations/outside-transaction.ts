import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Builds indexes of tables that are in use: reading and writing go on meanwhile. */
export abstract class ConcurrentIndexes implements MigrationInterface {
  /** As it stands in `schema_migrations`: the class, with its time. */
  abstract readonly name: string;
  readonly transaction = false;
  /** By the index's name, with its schema, what follows the name: `on learning.outbox (portal_id)`. */
  abstract readonly indexes: Record<string, string>;
  /** Those that no two rows may share. */
  readonly unique: readonly string[] = [];
  /** Indexes of before that go once these are built. */
  readonly replaced: readonly string[] = [];

  async up(runner: QueryRunner): Promise<void> {
    await withoutLockTimeout(runner, async () => {
      for (const [index, definition] of Object.entries(this.indexes)) {
        // one that a try left behind is not valid
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

/** The same for a table partitioned by day: Postgres builds no index of all partitions concurrently, so each gets its own. */
export abstract class ConcurrentPartitionIndexes implements MigrationInterface {
  /** As it stands in `schema_migrations`: the class, with its time. */
  abstract readonly name: string;
  readonly transaction = false;
  /** The partitioned table, with its schema. */
  abstract readonly table: string;
  /** By the index's name, without its schema, what follows the table: `(portal_id, time)`. */
  abstract readonly indexes: Record<string, string>;

  async up(runner: QueryRunner): Promise<void> {
    const [schema] = this.table.split('.');
    for (const [index, definition] of Object.entries(this.indexes)) {
      // partitions that are made from now on have it; it is valid once all others do, too
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

/** Changes rows a batch at a time, each in a transaction of its own, so that nobody waits for more than one batch. */
export abstract class BatchedChange implements MigrationInterface {
  /** As it stands in `schema_migrations`: the class, with its time. */
  abstract readonly name: string;
  readonly transaction = false;
  /** Changes the next some thousand rows that are still to be changed, and none when all are. */
  abstract readonly statement: string;

  async up(runner: QueryRunner): Promise<void> {
    let affected: number | undefined;
    do ({ affected } = await runner.query(this.statement, [], true));
    while (affected);
  }

  /** The changes stay: the version before can read it. */
  async down(): Promise<void> {}
}

/** These statements wait for transactions, not for tables: nobody queues up behind them. */
async function withoutLockTimeout(runner: QueryRunner, work: () => Promise<void>): Promise<void> {
  await runner.query('set lock_timeout = 0');
  try {
    await work();
  } finally {
    await runner.query('reset lock_timeout');
  }
}
