import { useDatabase } from '@app/testing';
import { Limits20261122620000 } from './20261122620000-limits.js';
import { MailLimits20261122620100 } from './20261122620100-mail-limits.js';
import { PackagesOfPortals20261122620200 } from './20261122620200-packages-of-portals.js';

describe('the migrations of limits', () => {
  const own = useDatabase();

  it('take the links of before as they are, and give one of each person back', async () => {
    const runner = own.database.dataSource.createQueryRunner();
    const links = () =>
      own.db.many('select person_id::int, portal_id from auth.password_links order by 1, 2 nulls first');
    const all = [
      new Limits20261122620000(),
      new MailLimits20261122620100(),
      new PackagesOfPortals20261122620200(),
    ];
    for (const migration of all.toReversed()) await migration.down(runner);
    await own.db.many(
      `insert into identity.persons (id, email, first_name, last_name) values (1, 'a@a.test', 'A', 'A'), (2, 'b@a.test', 'B', 'B')`,
    );
    await own.db.many(
      `insert into auth.password_links (person_id, hash, portal_id, expires_at)
       values (1, 'one', null, now() + interval '1 hour'), (2, 'two', 7, now() + interval '1 day')`,
    );
    for (const migration of all) await migration.up(runner);
    await own.db.many(`select auth.issue_password_link(1, 'three', 7, now() + interval '1 day')`);
    await own.db.many(`select auth.issue_password_link(2, 'four', 7, now() + interval '1 day')`);
    expect(await links()).toEqual([
      { person_id: 1, portal_id: null },
      { person_id: 1, portal_id: 7 },
      { person_id: 2, portal_id: 7 },
    ]);
    for (const migration of all.toReversed()) await migration.down(runner);
    expect(await links()).toEqual([
      { person_id: 1, portal_id: 7 },
      { person_id: 2, portal_id: 7 },
    ]);
    await runner.release();
  });
});
