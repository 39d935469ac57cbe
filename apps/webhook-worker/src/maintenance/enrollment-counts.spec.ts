import { openDatabase, sql, type Database } from '@app/database';
import { createTestDatabase, type TestDatabase } from '@app/testing';
import { EnrollmentCountsQueries } from './enrollment-counts.queries.js';

describe('counts of enrollments', () => {
  let test: TestDatabase;
  let api: Database;
  let worker: Database;

  beforeAll(async () => {
    test = await createTestDatabase();
    const owner = await openDatabase({ url: test.urls.owner, applicationName: 'test', poolSize: 1 });
    await owner.dataSource.query(`
      insert into identity.portals (id, name, title) values (1, 'a.test', 'A');
      insert into identity.persons (id, email, first_name, last_name)
        select n, n || '@a.test', 'F', 'L' from generate_series(1, 40) n;
      insert into identity.accounts (portal_id, id, person_id, first_name, last_name)
        select 1, n, n, 'F', 'L' from generate_series(1, 40) n`);
    await owner.dataSource.destroy();
    api = await openDatabase({ url: test.urls.api, applicationName: 'test', poolSize: 12 });
    worker = await openDatabase({ url: test.urls.worker, applicationName: 'test', poolSize: 3 });
  });
  afterAll(async () => {
    await api.dataSource.destroy();
    await worker.dataSource.destroy();
    await test.drop();
  });

  const kept = () =>
    api.many(sql`
      select lo_id, status, is_child, sum(n)::int as n from (
        select lo_id, status, is_child, count as n from learning.enrollment_counts
        union all select lo_id, status, is_child, change from learning.enrollment_count_changes) c
       group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3`);
  const counted = () =>
    api.many(sql`
      select lo_id, status, parent_enrollment_id is not null as is_child, count(*)::int as n
        from learning.enrollments where archived_time is null group by 1, 2, 3 order by 1, 2, 3`);
  const enroll = (account: number, lo: number, parent: number | null) =>
    api.write((tx) =>
      tx.run(sql`
        insert into learning.enrollments (portal_id, account_id, lo_id, lo_title, parent_enrollment_id)
        values (1, ${account}, ${lo}, 'T', ${parent})`),
    );

  it('are exact whatever is written at once, before and after the worker has added them up', async () => {
    const adding = new EnrollmentCountsQueries(worker);
    const accounts = Array.from({ length: 40 }, (_, index) => index + 1);
    await Promise.all([
      ...accounts.flatMap((account) => [
        enroll(account, 1, null),
        enroll(account, 2, account % 3 ? null : 7),
      ]),
      adding.addUp(10),
      adding.addUp(10),
    ]);
    expect(await kept()).toEqual(await counted());
    await Promise.all([
      ...accounts.map((account) =>
        api.write((tx) =>
          tx.run(sql`
            update learning.enrollments set status = case when account_id % 2 = 0 then 'completed' else 'in-progress' end,
                   archived_time = case when account_id % 5 = 0 then now() end
             where account_id = ${account} and lo_id = 1`),
        ),
      ),
      adding.addUp(50),
      adding.addUp(50),
    ]);
    expect(await kept()).toEqual(await counted());
    while ((await adding.addUp(25)) > 0);
    expect(await api.many(sql`select 1 from learning.enrollment_count_changes`)).toEqual([]);
    expect(await kept()).toEqual(await counted());
  });

  it('stay as they are when a write is taken back, or changes nothing that is counted', async () => {
    const before = await kept();
    await expect(
      api.write(async (tx) => {
        await tx.run(
          sql`insert into learning.enrollments (portal_id, account_id, lo_id, lo_title) values (1, 1, 9, 'T')`,
        );
        throw new Error('taken back');
      }),
    ).rejects.toThrow('taken back');
    await api.write((tx) => tx.run(sql`update learning.enrollments set result = 50 where account_id = 3`));
    expect(await kept()).toEqual(before);
    expect(await api.many(sql`select 1 from learning.enrollment_count_changes`)).toEqual([]);
  });
});
