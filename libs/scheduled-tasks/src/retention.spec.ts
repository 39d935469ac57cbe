import { useDatabase } from '@app/testing';
import { retention, type Retention } from './retention.js';
import { scheduledTasks } from './tasks.js';

const listed = Object.entries<Retention>(retention);

describe('the list of how long rows are kept', () => {
  const own = useDatabase();

  it('has every table of the database, in order, and no other', async () => {
    const tables = await own.db.many<{ name: string }>(
      `select n.nspname || '.' || c.relname as name
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p') and not c.relispartition
          and n.nspname in ('identity', 'auth', 'learning', 'maintenance')`,
    );
    expect(listed.map(([name]) => name)).toEqual(tables.map(({ name }) => name).toSorted());
  });

  it('has the days that the database itself holds for tables with daily partitions', async () => {
    const [rules] = await own.db.many<{ text: string }>(
      `select prosrc as text from pg_proc where oid = 'maintenance.drop_day_partitions'::regproc`,
    );
    const held = [...rules!.text.matchAll(/\('(\w+)', '(\w+)', (\d+), '\w+'\)/g)].map(
      ([, schema, name, days]) => [`${schema}.${name}`, Number(days)],
    );
    const partitioned = await own.db.many<{ name: string }>(
      `select n.nspname || '.' || c.relname as name from pg_partitioned_table p
         join pg_class c on c.oid = p.partrelid join pg_namespace n on n.oid = c.relnamespace`,
    );
    expect(held.map(([name]) => name).toSorted()).toEqual(partitioned.map(({ name }) => name).toSorted());
    for (const [name, days] of held)
      expect([name, retention[name as keyof typeof retention]]).toEqual([
        name,
        expect.objectContaining({
          days,
          kept: `${days} days`,
          by: expect.stringMatching(/^manage-.*-partitions$/),
        }),
      ]);
  });

  it('names no task that counts days in words that say another number', () => {
    for (const [name, { kept, days = 0, by }] of listed) {
      if (days > 0)
        expect([name, kept]).toEqual([name, expect.stringMatching(new RegExp(`\\b${days} days\\b`))]);
      if (by) expect(Object.keys(scheduledTasks)).toContain(by);
    }
  });

  it('names a task for every table whose rows expire', async () => {
    const tables = await own.db.many<{ name: string }>(
      `select table_schema || '.' || table_name as name from information_schema.columns
        where table_schema in ('identity', 'auth', 'learning', 'maintenance') and column_name = 'expires_at'
          and table_name !~ '_([0-9]{8}|default)$'`,
    );
    const without = tables
      .map(({ name }) => name)
      .filter((name) => !(retention as Record<string, Retention>)[name]?.by);
    // an expired one is of no use, and there is one for each person and portal
    expect(without).toEqual(['auth.password_links']);
  });
});
