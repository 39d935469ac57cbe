import { sql, type Database } from '@app/database';

const PEOPLE = 1_000;

/** Adds people to portal 1; every hundredth manages the following ones. */
export async function addPeople(database: Database): Promise<void> {
  await database.write(async (tx) => {
    await tx.run(sql`
      insert into identity.persons (id, email, first_name, last_name)
      select 1000000 + n, 'bench' || n || '@bench.example', 'First' || n % 2000, 'Last' || n % 5000
        from generate_series(0, ${PEOPLE - 1}::int) n`);
    await tx.run(sql`
      insert into identity.accounts (portal_id, id, person_id, first_name, last_name, roles, created_time, updated_time)
      select 1, 1000000 + n, 1000000 + n, 'First' || n % 2000, 'Last' || n % 5000,
             case when n % 100 = 0 then '{Manager}'::text[] else '{Learner}' end,
             now() - n * interval '5 minutes', now() - n * interval '5 minutes'
        from generate_series(0, ${PEOPLE - 1}::int) n`);
    await tx.run(sql`
      insert into identity.account_managers (portal_id, account_id, manager_id)
      select 1, 1000000 + n, 1000000 + n - n % 100 from generate_series(0, ${PEOPLE - 1}::int) n
       where n % 100 > 0`);
  });
  // autovacuum could run in the middle of a round, and plans made before it would stay
  await database.many(
    sql`vacuum analyze identity.accounts, identity.persons, identity.account_managers`.unprepared(),
  );
}
