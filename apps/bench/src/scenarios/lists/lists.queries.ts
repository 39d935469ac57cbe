import { sql, type Database } from '@app/database';

const BATCH = 10_000;

/**
 * People of portal 1, and their enrollments in 25 objects each, spread over two years.
 * @param archived enrollments of each person that are archived
 */
export async function fillPortal(
  database: Database,
  users: number,
  enrollments: number,
  report: (done: number) => void,
  archived = 0,
): Promise<void> {
  const each = Math.ceil(enrollments / users);
  const indexes = await dropIndexes(database);
  await database.many(sql`alter table learning.enrollments disable trigger user`.unprepared());
  for (let from = 0; from < users; from += BATCH) {
    const to = Math.min(users, from + BATCH) - 1;
    await database.write(async (tx) => {
      await tx.run(sql`
        insert into identity.persons (id, email, first_name, last_name)
        select 1000000 + n, 'bench' || n || '@bench.example', 'First' || n % 2000, 'Last' || n % 5000
          from generate_series(${from}::int, ${to}::int) n`);
      await tx.run(sql`
        insert into identity.accounts (portal_id, id, person_id, first_name, last_name, roles, created_time, updated_time)
        select 1, 1000000 + n, 1000000 + n, 'First' || n % 2000, 'Last' || n % 5000,
               case when n % 100 = 0 then '{Manager}'::text[] else '{Learner}' end,
               now() - n * interval '5 minutes', now() - n * interval '5 minutes'
          from generate_series(${from}::int, ${to}::int) n`);
      await tx.run(sql`
        with lo as (select id, row_number() over (order by id) - 1 as place, count(*) over () as size
                      from learning.learning_objects where retired_time is null)
        insert into learning.enrollments
          (portal_id, account_id, lo_id, lo_title, status, created_time, updated_time, parent_enrollment_id, archived_time)
        select 1, 1000000 + n, lo.id, 'Bench',
               (array['not-started', 'in-progress', 'completed', 'completed'])[1 + (n + k) % 4],
               changed, changed, case when k % 5 = 0 then 1 end, case when k < ${archived}::int then changed end
          from generate_series(${from}::int, ${to}::int) n
          cross join generate_series(0, ${each - 1}::int) k
          join lo on lo.place = (n * 7 + k) % lo.size
          cross join lateral (select now() - random() * interval '730 days' + n * interval '0' as changed) times`);
    });
    // every hundredth person manages the following ones
    await database.write((tx) =>
      tx.run(sql`
        insert into identity.account_managers (portal_id, account_id, manager_id)
        select 1, 1000000 + n, 1000000 + n - n % 100 from generate_series(${from}::int, ${to}::int) n
         where n % 100 > 0`),
    );
    report(to + 1);
  }
  for (const { definition } of indexes) await database.many(sql`${sql.raw(definition)}`.unprepared());
  await database.many(sql`alter table learning.enrollments enable trigger user`.unprepared());
  await countAnew(database);
}

/** Counts what the triggers would have counted, as the worker does. */
const countAnew = (database: Database): Promise<void> =>
  database.write(async (tx) => {
    await tx.run(sql`
      truncate learning.enrollment_counts, learning.enrollment_count_changes,
               learning.enrollment_days, learning.enrollment_day_changes,
               learning.enrollment_hours, learning.enrollment_hour_changes`);
    await tx.run(sql`
      insert into learning.enrollment_counts
      select portal_id, lo_id, status, parent_enrollment_id is not null, count(*)
        from learning.enrollments where archived_time is null group by 1, 2, 3, 4`);
    await tx.run(sql`
      insert into learning.enrollment_days
      select portal_id, (updated_time at time zone 'utc')::date, status, parent_enrollment_id is not null, count(*)
        from learning.enrollments where archived_time is null group by 1, 2, 3, 4`);
    await tx.run(sql`
      insert into learning.enrollment_hours
      select portal_id, date_bin('1 hour', created_time, 'epoch'), count(*), count(*) filter (where status = 'completed')
        from learning.enrollments where parent_enrollment_id is null group by 1, 2`);
  });

/** They are recreated afterwards: with them each row would cost five random writes. */
async function dropIndexes(database: Database): Promise<{ definition: string }[]> {
  const indexes = await database.many<{ name: string; definition: string }>(sql`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = 'learning.enrollments'::regclass
       and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`);
  for (const { name } of indexes) await database.many(sql`drop index ${sql.raw(name)}`.unprepared());
  return indexes;
}

/** Updates planner statistics. */
export async function analyze(database: Database): Promise<void> {
  await database.many(
    sql`vacuum analyze learning.enrollments, identity.accounts, identity.persons, identity.account_managers`.unprepared(),
  );
}

/** An object with many enrollments, and an account in the middle of the range. */
export async function examples(database: Database): Promise<{ loId: number; accountId: number }> {
  const row = await database.one<{ loId: number; accountId: number }>(sql.camelCase`
    select lo_id, account_id from learning.enrollments
     where portal_id = 1 and account_id = 1000500 order by id limit 1`);
  return row!;
}
