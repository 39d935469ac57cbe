import { sql, type Database, type Statement } from '@app/database';
import { CatalogueSeed, TestClock, useDatabase } from '@app/testing';
import { addUpPopularity } from '@app/catalogue';
import {
  archiveEnrollment,
  archiveEnrollments,
  enrollmentCreated,
  insertEnrollment,
  move,
  nothingYet,
} from '@app/enrollments';
import { EventOutbox } from '@app/events';
import { addUpCounts } from './materialized-counts.queries.js';

const harness = useDatabase();
let api: Database;
let worker: Database;
beforeAll(async () => {
  await harness.db.many(sql`
    insert into identity.portals (id, name, title) values (1, 'a.test', 'A');
    insert into identity.persons (id, email, first_name, last_name)
      select n, n || '@a.test', 'F', 'L' from generate_series(1, 40) n;
    insert into identity.accounts (portal_id, id, person_id, first_name, last_name)
      select 1, n, n, 'F', 'L' from generate_series(1, 40) n`);
  api = await harness.open('api', 12);
  worker = await harness.open('worker', 3);
});

describe('materialized counts', () => {
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

async function inTurn<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const one of all) results.push(await work(one));
  return results;
}

const accounts = Array.from({ length: 24 }, (_, index) => index + 1);

describe('popularity', () => {
  const clock = new TestClock();
  const outbox = EventOutbox.withoutHints();
  let second: Database;
  let loIds: number[];

  beforeAll(async () => {
    second = await harness.open('worker');
    const seed = await CatalogueSeed.open(harness.urls.owner, clock);
    await seed.provider('own', 1);
    const loaded = await seed.load(
      ['a', 'b', 'c'].map((external_id) => ({
        provider: 'own',
        external_id,
        type: 'text' as const,
        title: external_id,
      })),
    );
    await seed.close();
    loIds = [...loaded.values()].toSorted((one, other) => one - other);
  });
  beforeEach(() =>
    harness.db.many(sql`
      truncate learning.popularity_changes;
      delete from learning.enrollments;
      update learning.search_doc set popularity = 0`),
  );

  const enroll = (account: number, loId: number) =>
    api.write(async (tx) => {
      const row = await insertEnrollment(tx, {
        portal_id: 1,
        account_id: account,
        lo_id: loId,
        lo_title: 'T',
        parent_lo_id: null,
        parent_enrollment_id: null,
        type: 'enrollment',
        award_required: [],
        supervised: false,
        ...move(nothingYet, {}, true, clock.now()),
      });
      await enrollmentCreated(tx, outbox, row!, clock.now());
      return row!.id;
    });
  const archive = (id: number) =>
    api.write((tx) => archiveEnrollment(tx, outbox, 1, id, { archivedBy: null, because: 'deleted' }));
  const close = (account: number) => api.write((tx) => archiveEnrollments(tx, outbox, 1, account, null));

  const addUp = (database: Database, limit: number) => database.write((tx) => addUpPopularity(tx, limit));
  const addUpAll = async (): Promise<void> => {
    while ((await addUp(worker, 3)) > 0);
  };
  const popularity = async (): Promise<number[]> =>
    await harness.db.column<number>(sql`
        select popularity from learning.search_doc order by lo_id`);
  const live = async (): Promise<number[]> =>
    await harness.db.column<number>(sql`
        select count(e.id)::int as n from unnest(${loIds}::int[]) lo
          left join learning.enrollments e on e.lo_id = lo and e.archived_time is null group by lo order by lo`);
  const waiting = () => harness.db.many(sql`select lo_id, change from learning.popularity_changes`);

  it('is exact whatever is enrolled and archived in parallel, while several workers add up', async () => {
    let isDone = false;
    const adding = [worker, second].map(async (database) => {
      while (!isDone) await addUp(database, 2);
    });
    await Promise.all(
      accounts.map(async (account) => {
        for (const round of [1, 2, 3]) {
          const [first] = await inTurn(loIds, (loId) => enroll(account, loId));
          if (round === 2) await archive(first!);
          if (round < 3 || account % 3 === 0) await close(account);
        }
      }),
    ).finally(() => (isDone = true));
    await Promise.all(adding);
    await addUpAll();
    expect(await live()).toEqual([16, 16, 16]);
    expect(await popularity()).toEqual([16, 16, 16]);
    expect(await waiting()).toEqual([]);
  });

  it('counts objects that one transaction enrolls and archives together', async () => {
    const id = await enroll(1, loIds[0]!);
    await enroll(2, loIds[0]!);
    expect(await popularity()).toEqual([2, 0, 0]);
    await archive(id);
    expect([await popularity(), await waiting()]).toEqual([[1, 0, 0], []]);
  });

  it('skips a document that is being written, and counts it the next time', async () => {
    for (const account of [1, 2]) await inTurn(loIds, (loId) => enroll(account, loId));
    await close(1);
    const write = `update learning.search_doc set price = price + 1 where lo_id = ${loIds[1]}`;
    await harness.db.duringTransaction(write, async () => {
      expect(await addUp(worker, 100)).toBe(2);
      expect(await popularity()).toEqual([1, 2, 1]);
    });
    await addUpAll();
    expect(await popularity()).toEqual([1, 1, 1]);
  });

  it('of objects outside the catalogue is dropped; that of a rolled back closing was never counted', async () => {
    await enroll(1, 999_999);
    await expect(
      api.write(async (tx) => {
        await archiveEnrollments(tx, outbox, 1, 1, null);
        throw new Error('taken back');
      }),
    ).rejects.toThrow('taken back');
    expect(await waiting()).toEqual([]);
    await close(1);
    expect(await waiting()).toEqual([{ lo_id: 999_999, change: -1 }]);
    await addUpAll();
    expect(await waiting()).toEqual([]);
  });

  it('never falls below zero where it was lower than the enrollments', async () => {
    await harness.db.many(sql`
      insert into learning.enrollments (portal_id, account_id, lo_id, lo_title)
      select 1, unnest(${accounts}::int[]), ${loIds[2]}, 'T'`);
    await close(1);
    await close(2);
    await addUpAll();
    expect([await popularity(), await waiting()]).toEqual([[0, 0, 0], []]);
  });
});
