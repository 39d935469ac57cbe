import { keptText, sql, type TableEntry, tableRegistry } from '@app/database';
import { useDatabase } from '@app/testing';
import { scheduledTasks } from './tasks.js';

const listed = Object.entries<TableEntry>(tableRegistry).map(([name, { kept: keptData }]) => ({
  name,
  text: keptText(keptData),
  days: 'days' in keptData ? (keptData.days ?? 0) : 0,
  task: keptData.by,
}));

describe('the list of how long rows are kept', () => {
  const harness = useDatabase();

  it('has the days that the database itself holds for tables with daily partitions', async () => {
    const [rules] = await harness.db.many<{ text: string }>(sql`
      select prosrc as text from pg_proc where oid = 'maintenance.drop_day_partitions'::regproc`);
    const constraints = [...rules!.text.matchAll(/\('(\w+)', '(\w+)', (\d+), '\w+'\)/g)].map(
      ([, schema, name, days]) => [`${schema}.${name}`, Number(days)],
    );
    const partitioned = await harness.db.many<{ name: string }>(sql`
      select n.nspname || '.' || c.relname as name from pg_partitioned_table p
        join pg_class c on c.oid = p.partrelid join pg_namespace n on n.oid = c.relnamespace`);
    expect(constraints.map(([name]) => name).toSorted()).toEqual(
      partitioned.map(({ name }) => name).toSorted(),
    );
    for (const [name, days] of constraints)
      expect(listed).toContainEqual({
        name,
        days,
        text: `${days} days`,
        task: expect.stringMatching(/^manage-.*-partitions$/),
      });
  });

  it('names existing tasks, and the numbers of days that they use', () => {
    for (const { name, text, days, task: taskName } of listed) {
      if (days > 0)
        expect([name, text]).toEqual([name, expect.stringMatching(new RegExp(`\\b${days} days\\b`))]);
      if (taskName)
        expect([name, Object.keys(scheduledTasks)]).toEqual([name, expect.arrayContaining([taskName])]);
    }
  });

  it('names a task for every table whose rows expire', async () => {
    const tables = await harness.db.many<{ name: string }>(sql`
      select table_schema || '.' || table_name as name from information_schema.columns
       where table_schema in ('identity', 'auth', 'console', 'learning', 'maintenance') and column_name = 'expires_at'
         and table_name !~ '_([0-9]{8}|default)$'`);
    const without = tables
      .map(({ name }) => name)
      .filter((name) => !listed.some((one) => one.name === name && one.task));
    // an expired one is of no use, and there is one for each person and portal
    expect(without).toEqual(['auth.password_links']);
  });
});
