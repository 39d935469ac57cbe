import { type Database, sql, type Transaction } from '@app/database';
import { EventOutbox } from '@app/events';
import { CatalogueSeed, TestClock, useDatabase } from '@app/testing';
import { archiveEnrollments, archiveEnrollmentsOfClosedAccount } from './enrollment-changes.js';

/** Numbers of the accounts, of portal 1; the last one is closed. */
const [leaving, closed] = [1, 2] as const;

describe('documents of learning objects, which all portals share', () => {
  const harness = useDatabase();
  const clock = new TestClock();
  const outbox = EventOutbox.withoutHints();
  const databases = {} as Record<'api' | 'auth', Database>;
  let loIds: number[];

  beforeAll(async () => {
    for (const role of ['api', 'auth'] as const) databases[role] = await harness.open(role);
    await harness.db.many(sql`
      insert into identity.portals (id, name, title) values (1, 'a.test', 'A');
      insert into identity.persons (id, email, first_name, last_name)
        select n, n || '@a.test', 'F', 'L' from generate_series(1, 2) n;
      insert into identity.accounts (portal_id, id, person_id, first_name, last_name)
        select 1, n, n, 'F', 'L' from generate_series(1, 2) n;
      update identity.accounts set closed_time = now() where id = ${sql.raw(`${closed}`)}`);
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
    await harness.db.many(sql`
      insert into learning.enrollments (portal_id, account_id, lo_id, lo_title)
      select 1, a, unnest(${loIds}::int[]), 'T' from unnest(${[leaving, closed]}::int[]) a`);
  });

  const changes = () =>
    harness.db.many(sql`select lo_id, change from learning.popularity_changes order by lo_id`);
  const allChanges = () => loIds.map((lo_id) => ({ lo_id, change: -1 }));

  it.each<[string, 'api' | 'auth', (tx: Transaction) => Promise<void>]>([
    ['closes an account', 'api', (tx) => archiveEnrollments(tx, outbox, 1, leaving, null)],
    [
      'archives the enrollments of an account that its person has left',
      'auth',
      (tx) => archiveEnrollmentsOfClosedAccount(tx, outbox, 1, closed, null),
    ],
  ])('are not locked by a transaction that %s', async (_what, role, work) => {
    await harness.db.many(sql`delete from learning.popularity_changes`);
    await databases[role].write(async (tx) => {
      await work(tx);
      const free = await harness.db.many(sql`
        select 1 from learning.search_doc where lo_id = any(${loIds}) for update nowait`);
      expect(free).toHaveLength(loIds.length);
    });
    expect(await changes()).toEqual(allChanges());
  });
});
