import { useDatabase } from '@app/testing';
import { HeldPasswords20261122655000 } from './20261122655000-held-passwords.js';
import { migrations } from './index.js';

/** What the state before knew: one password a person, whoever had set it. */
const before = `
  insert into identity.portals (id, name, title) values (1, 'a.test', 'A'), (2, 'b.test', 'B');
  insert into identity.persons (id, email, first_name, last_name) values
    (1, 'linked@a.test', 'L', 'L'), (2, 'audited@a.test', 'A', 'A'), (3, 'named@a.test', 'N', 'N'),
    (4, 'nowhere@a.test', 'O', 'O'), (5, 'plain@a.test', 'P', 'P');
  insert into identity.accounts (portal_id, id, person_id, first_name, last_name, created_time, closed_time) values
    (1, 11, 1, 'L', 'L', now() - interval '2 days', null), (1, 12, 2, 'A', 'A', now(), null),
    (2, 23, 3, 'N', 'N', now() - interval '2 days', null), (1, 13, 3, 'N', 'N', now() - interval '1 day', null),
    (1, 10, 3, 'N', 'N', now() - interval '9 days', now()), (1, 15, 5, 'P', 'P', now(), null);
  insert into auth.passwords (person_id, hash) values (1, 'one'), (2, 'two'), (3, 'three'), (4, 'four');
  insert into auth.password_links (person_id, hash, expires_at, used_at) values
    (1, 'x', now(), now() - interval '1 day'), (3, 'y', now(), null);
  insert into auth.audit_log (day, time, event, person_id) values (current_date, now(), 'password.changed', 2);`;

describe('the migration of passwords', () => {
  const own = useDatabase();

  it('T53 who used a mailed link is proven; any other password opens the oldest account alone', async () => {
    const runner = own.database.dataSource.createQueryRunner();
    const undone = migrations
      .slice(migrations.indexOf(HeldPasswords20261122655000))
      .map((each) => new each());
    const down = async () => {
      for (const migration of undone.toReversed()) await migration.down(runner);
    };
    const up = async () => {
      for (const migration of undone) await migration.up(runner);
    };
    await down();
    await own.db.many(before);
    await up();
    expect(
      await own.db.many(
        'select id::int, proven_by from identity.persons where proven_time is not null order by id',
      ),
    ).toEqual([
      { id: 1, proven_by: 'mail' },
      { id: 2, proven_by: 'mail' },
    ]);
    const passwords = () => own.db.many('select person_id::int as id, hash from auth.passwords order by 1');
    expect(await passwords()).toEqual([
      { id: 1, hash: 'one' },
      { id: 2, hash: 'two' },
    ]);
    expect(await own.db.many('select portal_id, account_id, hash from auth.held_passwords')).toEqual([
      { portal_id: 2, account_id: 23, hash: 'three' },
    ]);
    await down();
    expect(await passwords()).toContainEqual({ id: 3, hash: 'three' });
    await up();
    await runner.release();
  });
});
