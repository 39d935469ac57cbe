import { addUpPopularity } from '@app/catalogue';
import { type Database, sql } from '@app/database';
import {
  archiveEnrollment,
  archiveEnrollments,
  enrollmentCreated,
  insertEnrollment,
  move,
  nothingYet,
} from '@app/enrollments';
import { EventOutbox } from '@app/events';
import { CatalogueSeed, TestClock, useDatabase } from '@app/testing';

async function inTurn<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const one of all) results.push(await work(one));
  return results;
}

const accounts = Array.from({ length: 24 }, (_, index) => index + 1);

describe('popularity', () => {
  const harness = useDatabase();
  const clock = new TestClock();
  const outbox = EventOutbox.withoutHints();
  let [api, worker, second]: Database[] = [];
  let loIds: number[];

  beforeAll(async () => {
    [api, worker, second] = [
      await harness.open('api', 12),
      await harness.open('worker'),
      await harness.open('worker'),
    ];
    await harness.db.many(sql`
      insert into identity.portals (id, name, title) values (1, 'a.test', 'A');
      insert into identity.persons (id, email, first_name, last_name)
        select n, n || '@a.test', 'F', 'L' from generate_series(1, ${sql.raw(`${accounts.length}`)}) n;
      insert into identity.accounts (portal_id, id, person_id, first_name, last_name)
        select 1, n, n, 'F', 'L' from generate_series(1, ${sql.raw(`${accounts.length}`)}) n`);
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
    api!.write(async (tx) => {
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
    api!.write((tx) => archiveEnrollment(tx, outbox, 1, id, { archivedBy: null, because: 'deleted' }));
  const close = (account: number) => api!.write((tx) => archiveEnrollments(tx, outbox, 1, account, null));

  const addUp = (database: Database, limit: number) => database.write((tx) => addUpPopularity(tx, limit));
  const addUpAll = async (): Promise<void> => {
    while ((await addUp(worker!, 3)) > 0);
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
    const adding = [worker!, second!].map(async (database) => {
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
    const writer = await harness.db.connect();
    await writer.query('begin');
    await writer.query('update learning.search_doc set price = price + 1 where lo_id = $1', [loIds[1]]);
    expect(await addUp(worker!, 100)).toBe(2);
    expect(await popularity()).toEqual([1, 2, 1]);
    await writer.query('commit');
    writer.release();
    await addUpAll();
    expect(await popularity()).toEqual([1, 1, 1]);
  });

  it('of objects outside the catalogue is dropped; that of a rolled back closing was never counted', async () => {
    await enroll(1, 999_999);
    await expect(
      api!.write(async (tx) => {
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
