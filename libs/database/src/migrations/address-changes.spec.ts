import { useDatabase } from '@app/testing';
import { AddressChanges20261122665000 } from './20261122665000-address-changes.js';
import { Merging20261122665100 } from './20261122665100-merging.js';
import { NamedAddresses20261123000000 } from './20261123000000-named-addresses.js';

describe('the migrations of addresses', () => {
  const own = useDatabase();

  it('can be taken back and done again, whatever waits', async () => {
    const runner = own.database.dataSource.createQueryRunner();
    const [changes, merging] = [new AddressChanges20261122665000(), new Merging20261122665100()];
    const named = new NamedAddresses20261123000000();
    await own.db.many(`
      insert into identity.persons (id, email, first_name, last_name, proven_time, proven_by)
        values (1, 'a@a.test', 'A', 'A', now(), 'mail'), (2, 'b@a.test', 'B', 'B', null, null);
      insert into auth.sessions
        (hash, id, person_id, authenticated_at, by_password, created_time, last_seen_time, expires_at)
        values ('x', 's', 1, now(), true, now(), now(), now());
      insert into auth.merge_logins values ('s', 2, 'x', true, now());
      insert into auth.address_changes values (1, 'c@a.test', now(), now() + interval '1 day', 'x', now());
      insert into auth.former_addresses values ('b@a.test', 1, 'B@a.test', now(), now() + interval '7 days', 'x');`);
    const prove = `select auth.prove_person(2, 'operator', null, now())`;
    await expect(own.db.many(prove)).rejects.toThrow('kept for who left it');
    await named.down(runner);
    await merging.down(runner);
    await changes.down(runner);
    await own.db.many(`update identity.persons set proven_time = now(), proven_by = 'operator' where id = 2`);
    await changes.up(runner);
    await merging.up(runner);
    await named.up(runner);
    await runner.release();
    expect(await own.db.many('select 1 from auth.address_changes')).toEqual([]);
  });

  it('the first proof of an address ends the change that waits', async () => {
    await own.db.many(`
      insert into identity.persons (id, email, first_name, last_name) values (3, 'd@a.test', 'D', 'D');
      insert into auth.address_changes values (3, 'e@a.test', now(), now() + interval '1 day', 'y', now());
      select auth.prove_person(3, 'mail', null, now())`);
    expect(await own.db.many('select 1 from auth.address_changes')).toEqual([]);
  });
});
