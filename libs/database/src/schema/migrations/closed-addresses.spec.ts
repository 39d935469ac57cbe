import { useDatabase } from '@app/testing';
import { ClosedAddresses20261124150103 } from './20261124150103-closed-addresses.js';
import { ConsentsOfClosed20261124150104 } from './20261124150104-consents-of-closed.js';

describe('the migration of closed accounts', () => {
  const own = useDatabase();

  it('gives them the address that they have, none where it may be a later one, and ends consents', async () => {
    await own.db.many(`
      insert into identity.portals (id, name, title) values (1, 'a.test', 'A');
      insert into identity.persons (id, email, first_name, last_name, proven_time, proven_by) values
        (1, 'same@a.test', 'A', 'A', '2026-01-01', 'mail'), (2, 'later@a.test', 'B', 'B', '2026-03-01', 'mail'),
        (3, 'named@a.test', 'C', 'C', '2026-03-01', 'mail');
      insert into identity.accounts (portal_id, id, person_id, first_name, last_name, accepted_at, closed_time) values
        (1, 11, 1, 'A', 'A', '2026-01-01', '2026-02-01'), (1, 12, 2, 'B', 'B', '2026-01-01', '2026-02-01'),
        (1, 13, 3, 'C', 'C', null, '2026-02-01'), (1, 14, 1, 'A', 'A', '2026-02-02', null);
      insert into auth.clients (client_id, name, grants, scopes, created_time, updated_time)
        values ('app', 'App', '{}', '{}', now(), now());
      insert into auth.consents select 1, id, 'app', '{lo.read}', now() from identity.accounts;`);
    const runner = own.database.dataSource.createQueryRunner();
    await new ClosedAddresses20261124150103().up(runner);
    await new ConsentsOfClosed20261124150104().up(runner);
    await runner.release();
    expect(await own.db.many('select id, closed_email from identity.accounts order by id')).toEqual([
      { id: 11, closed_email: 'same@a.test' },
      { id: 12, closed_email: 'closed-12@closed.invalid' },
      { id: 13, closed_email: 'named@a.test' }, // of the address that its portal has named
      { id: 14, closed_email: null },
    ]);
    expect(await own.db.many('select account_id from auth.consents')).toEqual([{ account_id: 14 }]);
  });
});
