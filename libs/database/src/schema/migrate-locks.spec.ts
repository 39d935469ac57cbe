import { Owner, WAIT_TIMEOUT_MS, testServices, useDatabase, SESSIONS_HERE, eventually } from '@app/testing';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { sql } from '../sql/sql.js';
import { migrate } from './migrate.js';
import {
  BatchedChange,
  ConcurrentIndexes,
  ConcurrentPartitionIndexes,
} from './migrations/outside-transaction.js';

class Column99991231000001 implements MigrationInterface {
  name = 'Column99991231000001';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table identity.presets add column colour text');
  }
  async down(): Promise<void> {}
}

class Indexes99991231000002 extends ConcurrentIndexes {
  name = 'Indexes99991231000002';
  indexes = { 'identity.presets_title': 'on identity.presets (title)' };
}

class Parts99991231000004 extends ConcurrentPartitionIndexes {
  name = 'Parts99991231000004';
  table = 'auth.codes';
  indexes = { codes_trial: '(client_id) where used_at is null' };
}

class Titles99991231000003 extends BatchedChange {
  name = 'Titles99991231000003';
  statement = `
    with next as (select creation_path from identity.presets where title = 'old' limit 40),
    told as (insert into identity.batches select count(*) from next)
    update identity.presets set title = 'new' where creation_path in (select creation_path from next)`;
}

describe('migrate, while the service is in use', () => {
  const harness = useDatabase();
  const { passwords } = testServices();
  const run = (migration: new () => MigrationInterface, onRetry: (error: Error) => void = () => undefined) =>
    migrate({ url: harness.urls.owner, passwords, migrations: [migration], onRetry });
  const read = sql`select title from identity.presets limit 1`;

  it('retries behind a long transaction, and succeeds when that has ended', async () => {
    const holder = await harness.db.connect();
    await holder.query(`begin; ${read.text}`);
    const waits: string[] = [];
    let isDone = false;
    const migrating = run(Column99991231000001, ({ message }) => void waits.push(message)).finally(
      () => (isDone = true),
    );
    // what requests do, under the time that they wait for a lock
    const reader = new Owner(`${harness.urls.owner}?options=-c%20lock_timeout%3D2000`);
    let [reads, queued] = [0, 0];
    try {
      const goOn = (): boolean => waits.length < 3 && Date.now() < deadline;
      const deadline = Date.now() + WAIT_TIMEOUT_MS;
      // beside each other, as a read waits for as long as the migration does
      await Promise.all([
        (async () => {
          for (; goOn(); reads++) await reader.many(read);
        })(),
        (async () => {
          while (goOn())
            queued = Math.max(queued, await harness.db.one(blocked).then(({ count }) => Number(count)));
        })(),
      ]);
      expect(waits).toEqual(Array(3).fill('canceling statement due to lock timeout'));
      expect(queued).toBe(1);
      expect(reads).toBeGreaterThan(3);
      expect(isDone).toBe(false);
    } finally {
      await holder.query('commit');
      holder.release();
    }
    expect(await migrating).toEqual(['Column99991231000001']);
    expect(await harness.db.many(sql`select colour from identity.presets`)).toEqual([]);
    await reader.end();
  });

  it('builds indexes concurrently with writers, also when it runs twice concurrently and after a failed attempt', async () => {
    // as a try leaves it behind that was killed
    await harness.db.many(sql`
      insert into identity.presets (creation_path, title) values ('a', 'x'), ('b', 'x')`);
    await expect(
      harness.db.many(sql`create unique index concurrently presets_title on identity.presets (title)`),
    ).rejects.toThrow('could not create unique index');
    // its first transaction waits for this one, which goes on writing
    const writer = await harness.db.connect();
    await writer.query(`begin; update identity.presets set title = 'y' where creation_path = 'a'`);
    const both = Promise.all([run(Indexes99991231000002), run(Indexes99991231000002)]);
    try {
      await Promise.race([
        eventually('it waits', async () => Number((await harness.db.one(blocked)).count) > 0),
        both,
      ]);
    } finally {
      await writer.query(`update identity.presets set title = 'z' where creation_path = 'b'; commit`);
      writer.release();
    }
    expect((await both).map((done) => done.length).sort()).toEqual([0, 1]);
    expect(
      await harness.db.many(sql`
        select indisvalid, indisunique from pg_index where indexrelid = 'identity.presets_title'::regclass`),
    ).toEqual([{ indisvalid: true, indisunique: false }]);
  });

  it('builds an index of every partition concurrently with writers, also after a failed attempt', async () => {
    const [first] = await harness.db.many<{ name: string }>(sql`
      select inhrelid::regclass::text as name from pg_inherits where inhparent = 'auth.codes'::regclass
       order by 1`);
    // as such a try leaves it behind: the parent's index without all parts, one of them not attached
    await harness.db.many(sql`create index codes_trial on only auth.codes (client_id) where used_at is null`);
    await harness.db.many(sql`
      create index ${sql.raw(first!.name.replace('auth.', ''))}_codes_trial on ${sql.raw(first!.name)}
        (client_id) where used_at is null`);
    let migrating: Promise<string[]> | undefined;
    await harness.db.duringTransaction(`delete from ${first!.name}`, () => {
      migrating = run(Parts99991231000004);
      const waiting = async () => Number((await harness.db.one(blocked)).count) > 0;
      return Promise.race([eventually('it waits', waiting), migrating]);
    });
    expect(await migrating).toEqual(['Parts99991231000004']);
    await harness.db.many(sql`select maintenance.ensure_day_partitions('auth.codes', current_date + 30, 1)`);
    const state = await harness.db.many(sql`
      select (select indisvalid from pg_index where indexrelid = 'auth.codes_trial'::regclass) as valid,
             (select count(*)::int from pg_inherits where inhparent = 'auth.codes'::regclass)
             - (select count(*)::int from pg_inherits i join pg_index x on x.indexrelid = i.inhrelid
                 where i.inhparent = 'auth.codes_trial'::regclass and x.indisvalid) as without`);
    expect(state).toEqual([{ valid: true, without: 0 }]);
  });

  it('changes rows in batches, each in its own transaction', async () => {
    await harness.db.many(sql`create table identity.batches (size int)`);
    await harness.db.many(sql`
      insert into identity.presets (creation_path, title) select 'p' || i, 'old'
        from generate_series(1, 100) i`);
    await run(Titles99991231000003);
    const sizes = await harness.db.many<{ size: number }>(sql`
      select size from identity.batches order by xmin::text::int`);
    expect(sizes.map(({ size }) => size)).toEqual([40, 40, 20, 0]);
    const [{ transactions }] = (await harness.db.many(sql`
      select count(distinct xmin::text)::int as transactions from identity.batches`)) as [
      { transactions: number },
    ];
    expect(transactions).toBe(4);
  });
});

/** Sessions of `migrate` that wait for somebody else's lock. */
const blocked = sql`
  select count(*) from ${sql.raw(SESSIONS_HERE)} s
  where application_name = 'migrate' and cardinality(pg_blocking_pids(pid)) > 0`;
