import { Client } from 'pg';
import { useDatabase } from '@app/testing';
import { sql } from '../sql/sql.js';
import { tableRegistry, type TableEntry } from './tables/index.js';

const roles = ['auth', 'api', 'worker'] as const;
type Role = (typeof roles)[number];

/** Every table with daily partitions: its owner, and how many days it is kept. */
const keptDays = Object.entries<TableEntry>(tableRegistry).flatMap(
  ([
    table,
    {
      kept: { by: task, ...how },
    },
  ]) =>
    /^manage-\w+-partitions$/.test(task ?? '') &&
    table !== 'learning.webhook_test_deliveries' &&
    'days' in how
      ? [[table, task === 'manage-auth-partitions' ? 'auth' : 'worker', how.days] as [string, Role, number]]
      : [],
);
const notAllowed = '42501';

describe('retention, whatever an application requests', () => {
  const harness = useDatabase();
  const as = async <T>(role: Role, work: (client: Client) => Promise<T>): Promise<T> => {
    const client = new Client(harness.urls[role]);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  const listPartitions = async (table: string): Promise<string[]> =>
    (
      await harness.db.many(sql`
        select right(relname, 8) as day from pg_inherits join pg_class on oid = inhrelid
         where inhparent = ${table}::regclass and relname ~ '_[0-9]{8}$' order by 1`)
    ).map(({ day }) => day as string);
  const dayBefore = async (days: number): Promise<string> =>
    await harness.db.value<string>(sql`
        select to_char((now() at time zone 'utc')::date - ${days}::int, 'YYYYMMDD') as day`);

  it('the list contains every partitioned table', async () => {
    const tables = await harness.db.many(sql`
      select n.nspname || '.' || c.relname as name from pg_partitioned_table p
        join pg_class c on c.oid = p.partrelid join pg_namespace n on n.oid = c.relnamespace order by 1`);
    expect(tables.map(({ name }) => name)).toEqual(keptDays.map(([table]) => table).sort());
  });

  describe.each(keptDays)('%s', (table, owner, days) => {
    it.each(roles)('lp_%s cannot drop a day that must be kept', async (role) => {
      await harness.db.many(sql`
        select maintenance.ensure_day_partitions(${table}::regclass, (now() at time zone 'utc')::date -
          ${days + 2}::int, 3)`);
      const before = await listPartitions(table);
      for (const until of ['tomorrow', 'infinity', '2999-01-01'])
        await as(role, (client) =>
          client
            .query('select maintenance.drop_day_partitions($1::regclass, $2::date)', [table, until])
            .catch((error: unknown) => expect(error).toMatchObject({ code: notAllowed })),
        );
      const after = await listPartitions(table);
      const oldest = await dayBefore(days);
      expect(after).toContain(oldest);
      expect(after).toEqual(role === owner ? before.filter((day) => day >= oldest) : before);
    });
  });

  it('earlier days can be dropped, and a table without a rule is never touched', async () => {
    const { audit, outbox } = { audit: 'auth.audit_log', outbox: 'learning.outbox' };
    await harness.db.many(sql`
      select maintenance.ensure_day_partitions(${audit}::regclass, (now() at time zone 'utc')::date - 405,
        3)`);
    const drop = (role: Role, table: string, until: string | null) =>
      as(role, (client) =>
        client.query('select maintenance.drop_day_partitions($1::regclass, $2::date) as dropped', [
          table,
          until,
        ]),
      );
    const limit = await dayBefore(400);
    expect((await drop('auth', audit, await dayBefore(404))).rows).toEqual([{ dropped: 1 }]);
    const over = (await listPartitions(audit)).filter((day) => day < limit);
    expect(over.length).toBeGreaterThan(1);
    expect((await drop('auth', audit, null)).rows).toEqual([{ dropped: over.length }]);
    expect((await drop('worker', outbox, null)).rows).toEqual([{ dropped: 0 }]);
    await harness.db.many(sql`create table learning.unruled (day date) partition by range (day)`);
    await harness.db.many(sql`
      create table learning.unruled_20200101 partition of learning.unruled for values
        from ('2020-01-01') to ('2020-01-02')`);
    await expect(drop('worker', 'learning.unruled', null)).rejects.toThrow('learning.unruled');
    expect(await listPartitions('learning.unruled')).toEqual(['20200101']);
    await harness.db.many(sql`drop table learning.unruled`);
  });

  it('partitions are created only for the near future', async () => {
    for (const [first, days] of [
      ['2999-01-01', 1],
      ['today', 10_000],
      ['today', 2_000_000_000],
    ] as const)
      await expect(
        as('auth', (client) =>
          client.query('select maintenance.ensure_day_partitions($1::regclass, $2::date, $3)', [
            'auth.audit_log',
            first,
            days,
          ]),
        ),
      ).rejects.toThrow('days');
  });

  it.each(roles)(
    'lp_%s can neither change nor delete the audit log, as a whole or by its parts',
    async (role) => {
      await harness.db.many(sql`
        insert into auth.audit_log (day, id, time, event)
        values ((now() at time zone 'utc')::date, nextval('auth.audit_log_id'), now(), 'test')`);
      const count = () =>
        harness.db.one(sql`select count(*)::int as count, min(event) as event from auth.audit_log`);
      const before = await count();
      await harness.db.many(sql`
        select maintenance.ensure_day_partitions('auth.audit_log', (now() at time zone 'utc')::date, 1)`);
      const part = `auth.audit_log_${await dayBefore(0)}`;
      await as(role, async (client) => {
        for (const table of ['auth.audit_log', part, 'auth.audit_log_default'])
          for (const statement of [
            `delete from ${table}`,
            `update ${table} set event = 'x'`,
            `truncate ${table}`,
            `drop table ${table}`,
            `alter table auth.audit_log detach partition ${part}`,
            `alter table ${table} add column x int`,
            `create trigger t before insert on ${table} execute function suppress_redundant_updates_trigger()`,
            `create rule r as on insert to ${table} do instead nothing`,
            `alter sequence auth.audit_log_id restart`,
            `set role postgres`,
            `create table auth.mine (x int)`,
          ])
            await expect(client.query(statement)).rejects.toMatchObject({ code: notAllowed });
      });
      expect(await count()).toEqual(before);
    },
  );
});
