import { useDatabase } from '@app/testing';
import { NamedAddresses20261123000000 } from './20261123000000-named-addresses.js';

describe('the migration of offers', () => {
  const own = useDatabase();

  it('gives those that went with their person back to the address that was named, and goes there and back', async () => {
    const runner = own.database.dataSource.createQueryRunner();
    const migration = new NamedAddresses20261123000000();
    await migration.down(runner);
    await own.db.many(`
      insert into identity.portals (id, name, title) values (1, 'a.test', 'A'), (2, 'b.test', 'B'), (3, 'c.test', 'C');
      insert into identity.persons (id, email, first_name, last_name, proven_time, proven_by) values
        (101, 'now@a.test', 'Very', 'Private', now(), 'mail'), (102, 'taken@a.test', 'T', 'T', now(), 'mail');
      insert into identity.accounts (portal_id, id, person_id, first_name, last_name, accepted_at, closed_time, named_email) values
        (1, 11, 101, 'Ada', 'Accepted', now(), null, null), (2, 21, 101, 'Ada', 'Offered', null, null, 'Old@a.test'),
        (3, 31, 101, 'Ada', 'Offered', null, null, 'taken@a.test'), (3, 32, 102, 'Tim', 'There', now(), null, null),
        (1, 12, 101, 'Ada', 'Closed', null, now(), 'old@a.test');
      insert into identity.accounts (portal_id, id, person_id, first_name, last_name, named_email)
        select 2, 22, 102, 'Tim', 'Same', 'TAKEN@a.test';`);
    await migration.up(runner);
    const moved = await own.db.many(
      `select a.id, h.email, h.first_name, h.proven_time is not null as proven, a.left_by::int
         from identity.accounts a join identity.persons h on h.id = a.person_id order by a.id`,
    );
    expect(moved).toEqual([
      { id: 11, email: 'now@a.test', first_name: 'Very', proven: true, left_by: null },
      { id: 12, email: 'old@a.test', first_name: 'Ada', proven: false, left_by: 101 },
      { id: 21, email: 'old@a.test', first_name: 'Ada', proven: false, left_by: 101 },
      { id: 22, email: 'taken@a.test', first_name: 'T', proven: true, left_by: null },
      // its reader is in that portal already
      { id: 31, email: 'apart-3-31@apart.invalid', first_name: 'Ada', proven: false, left_by: 101 },
      { id: 32, email: 'taken@a.test', first_name: 'T', proven: true, left_by: null },
    ]);
    await migration.down(runner);
    await migration.up(runner);
    await runner.release();
  });
});
