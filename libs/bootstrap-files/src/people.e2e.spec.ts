import { systemClock } from '@app/kernel';
import { verify } from '@node-rs/argon2';
import { useDatabase } from '@app/testing';
import { applyBootstrap } from './apply-bootstrap.js';
import { Bootstrap } from './bootstrap.schema.js';

describe('people in a bootstrap file', () => {
  const own = useDatabase();
  const secret = 'Of-the-operator-1';
  const portals = ['a', 'b'].map((name) => ({
    host: `${name}.example.test`,
    name,
    title: name,
    features: [],
  }));
  const apply = (...emails: string[]) =>
    applyBootstrap(
      own.database,
      Bootstrap.parse({
        portals,
        people: emails.map((email) => ({
          email,
          first_name: 'Pia',
          last_name: 'Person',
          password: secret,
          accounts: portals.map(({ host }) => ({ portal: host, roles: ['Learner'] })),
        })),
      }),
      { clock: systemClock, env: {}, events: false },
    );
  const person = async (email: string) => {
    const [row] = await own.db.many<{ proof: string; accepted: number; held: number; hash: string }>(
      `select h.proven_by as proof, w.hash,
              (select count(*)::int from identity.accounts a
                where a.person_id = h.id and a.accepted_at is not null) as accepted,
              (select count(*)::int from auth.held_passwords p join identity.accounts a on a.id = p.account_id
                where a.person_id = h.id) as held
         from identity.persons h join auth.passwords w on w.person_id = h.id where h.email = $1`,
      [email],
    );
    return row!;
  };

  it('T19 the operator proves the address of somebody new; the password opens all their accounts', async () => {
    await apply('new@example.test');
    const { hash, ...rest } = await person('new@example.test');
    expect(rest).toEqual({ proof: 'operator', accepted: 2, held: 0 });
    expect(await verify(hash, secret)).toBe(true);
  });

  it('T19 likewise for a placeholder: what portals have held for it is gone', async () => {
    await own.db.many(
      `with h as (insert into identity.persons (email, first_name, last_name)
                  values ('named@example.test', 'N', 'N') returning id),
            a as (insert into identity.accounts (portal_id, person_id, first_name, last_name)
                  select p.id, h.id, 'N', 'N' from h, identity.portals p where p.name = 'a.example.test'
                  returning portal_id, id)
       insert into auth.held_passwords (portal_id, account_id, hash) select portal_id, id, 'held' from a`,
    );
    await apply('named@example.test');
    const { hash, ...rest } = await person('named@example.test');
    expect(rest).toEqual({ proof: 'operator', accepted: 2, held: 0 });
    expect(await verify(hash, secret)).toBe(true);
  });

  it('a person who has proven the address keeps the password, and the accounts are accepted', async () => {
    await own.db.many(
      `with h as (insert into identity.persons (email, first_name, last_name, proven_time, proven_by)
                  values ('known@example.test', 'K', 'K', now(), 'mail') returning id)
       insert into auth.passwords (person_id, hash) select id, 'their own' from h`,
    );
    await apply('known@example.test');
    expect(await person('known@example.test')).toEqual({
      proof: 'mail',
      accepted: 2,
      held: 0,
      hash: 'their own',
    });
  });
});
