import { openDatabase, sql, type Database, type Statement } from '@app/database';
import { createTestDatabase, type TestDatabase } from '@app/testing';
import { addUpCounts } from './materialized-counts.queries.js';

describe('materialized counts', () => {
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

  /** The stored and the actual counts, by everything that lists group by. */
  const storedAndCounted = (): Promise<unknown[][]> =>
    Promise.all(
      [
        sql`select lo_id, status, is_child, sum(n)::int as n from (
              select lo_id, status, is_child, count as n from learning.enrollment_counts
              union all select lo_id, status, is_child, change from learning.enrollment_count_changes) c
             group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3`,
        sql`select lo_id, status, parent_enrollment_id is not null as is_child, count(*)::int as n
              from learning.enrollments where archived_time is null group by 1, 2, 3 order by 1, 2, 3`,
        sql`select day, status, is_child, sum(n)::int as n from (
              select day, status, is_child, count as n from learning.enrollment_days
              union all select day, status, is_child, change from learning.enrollment_day_changes) c
             group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3`,
        sql`select (updated_time at time zone 'utc')::date as day, status,
                   parent_enrollment_id is not null as is_child, count(*)::int as n
              from learning.enrollments where archived_time is null group by 1, 2, 3 order by 1, 2, 3`,
        sql`select hour, sum(created)::int as created, sum(completed)::int as completed from (
              select hour, created, completed from learning.enrollment_hours
              union all select hour, created, completed from learning.enrollment_hour_changes) c
             group by 1 having sum(created) <> 0 or sum(completed) <> 0 order by 1`,
        sql`select date_bin('30 minutes', time, 'epoch') as hour, sum(created)::int as created, sum(completed)::int as completed
              from (select created_time as time, 1 as created, 0 as completed, parent_enrollment_id
                      from learning.enrollments
                    union all
                    select updated_time, 0, 1, parent_enrollment_id from learning.enrollments
                     where status = 'completed') happened
             where parent_enrollment_id is null group by 1 order by 1`,
        sql`select roles, status, sum(n)::int as n from (
              select roles, status, count as n from identity.account_counts
              union all select roles, status, change from identity.account_count_changes) c
             group by 1, 2 having sum(n) <> 0 order by 1, 2`,
        sql`select roles, status, count(*)::int as n from identity.accounts
             where closed_time is null and person_id is not null group by 1, 2 order by 1, 2`,
      ].map((statement) => api.many(statement)),
    );
  async function expectExact(): Promise<void> {
    const [
      storedObjects,
      countedObjects,
      storedDays,
      countedDays,
      storedHours,
      countedHours,
      storedPeople,
      countedPeople,
    ] = await storedAndCounted();
    expect(storedObjects).toEqual(countedObjects);
    expect(storedDays).toEqual(countedDays);
    expect(storedHours).toEqual(countedHours);
    expect(storedPeople).toEqual(countedPeople);
  }
  const changes = () =>
    api.many(sql`
      select 1 from learning.enrollment_count_changes union all select 1 from learning.enrollment_day_changes
      union all select 1 from learning.enrollment_hour_changes
      union all select 1 from identity.account_count_changes`);
  const enroll = (account: number, lo: number, parent: number | null) =>
    api.write((tx) =>
      tx.run(sql`
        insert into learning.enrollments (portal_id, account_id, lo_id, lo_title, parent_enrollment_id)
        values (1, ${account}, ${lo}, 'T', ${parent})`),
    );

  const change = (account: number, set: Statement) =>
    api.write((tx) => tx.run(sql`update identity.accounts set ${set} where id = ${account}`));

  it('are exact whatever is written concurrently, before and after the worker has added them up', async () => {
    const accounts = Array.from({ length: 40 }, (_, index) => index + 1);
    await Promise.all([
      ...accounts.flatMap((account) => [
        enroll(account, 1, null),
        enroll(account, 2, account % 3 ? null : 7),
        change(account, sql`roles = ${account % 4 ? ['Manager'] : ['Learner', 'Administrator']}`),
      ]),
      addUpCounts(worker, 10),
      addUpCounts(worker, 10),
    ]);
    await expectExact();
    await Promise.all([
      ...accounts.map((account) =>
        api.write((tx) =>
          tx.run(sql`
            update learning.enrollments set status = case when account_id % 2 = 0 then 'completed' else 'in-progress' end,
                   archived_time = case when account_id % 5 = 0 then now() end,
                   updated_time = updated_time - account_id * interval '7 hours'
             where account_id = ${account} and lo_id = 1`),
        ),
      ),
      ...accounts.map((account) =>
        change(account, account % 2 ? sql`status = false` : sql`closed_time = now()`),
      ),
      addUpCounts(worker, 50),
      addUpCounts(worker, 50),
    ]);
    await expectExact();
    while ((await addUpCounts(worker, 25)) > 0);
    expect(await changes()).toEqual([]);
    await expectExact();
  });

  it('are unchanged when a write is rolled back, or changes nothing that is counted', async () => {
    const before = await storedAndCounted();
    await expect(
      api.write(async (tx) => {
        await tx.run(
          sql`insert into learning.enrollments (portal_id, account_id, lo_id, lo_title) values (1, 1, 9, 'T')`,
        );
        throw new Error('taken back');
      }),
    ).rejects.toThrow('taken back');
    await api.write((tx) => tx.run(sql`update learning.enrollments set result = 50 where account_id = 3`));
    await change(3, sql`phone = '1'`);
    expect(await storedAndCounted()).toEqual(before);
    expect(await changes()).toEqual([]);
  });
});
