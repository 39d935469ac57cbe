import { sql, lockNumber } from '@app/database';
import { ConfigError, systemClock } from '@app/kernel';
import { useDatabase, LOCKS_HERE, eventually, SESSIONS_HERE } from '@app/testing';
import { verify } from '@node-rs/argon2';
import { applyEntries } from '../test/apply-entries.js';
import { applyFile } from './apply-file.js';
import { Bootstrap } from './bootstrap.schema.js';

const harness = useDatabase();

describe('apply: portals', () => {
  const apply = (host: string, env: Record<string, string> = {}) =>
    applyEntries(harness, { portals: [{ host, name: 'x', title: 'X' }] }, env);

  it('are not created under the service’s own host names, as far as the environment defines them', async () => {
    const env = {
      AUTH_PUBLIC_URL: 'https://sign-in.learning.example',
      API_PUBLIC_URL: 'https://backend.learning.example:8443',
    };
    for (const host of ['sign-in.learning.example', 'backend.learning.example']) {
      const refused = apply(host, env);
      await expect(refused).rejects.toThrow(ConfigError);
      await expect(refused).rejects.toThrow(host);
    }
    expect(await harness.db.many(sql`select name from identity.portals`)).toEqual([]);
    await apply('acme.learning.example', env);
    await apply('backend.learning.example');
    expect(await harness.db.many(sql`select name from identity.portals order by 1`)).toEqual([
      { name: 'acme.learning.example' },
      { name: 'backend.learning.example' },
    ]);
  });

  it('that the file names only for their content keep all other values', async () => {
    const put = (portal: object, more: object = {}) => applyEntries(harness, { portals: [portal], ...more });
    const parent = { host: 'parent.example.test', name: 'p', title: 'P' };
    await put(parent);
    const partner = { host: 'content.example.test', name: 'c', title: 'C' };
    const portals = [parent, { ...partner, parent: parent.host }];
    await applyEntries(harness, {
      portals: [
        portals[0],
        { ...portals[1], type: 'distribution_partner', features: ['webhooks'], configuration: { a: 1 } },
      ],
    });
    const stored = () =>
      harness.db.one(sql`
        select features, configuration, parent_portal_id is not null as has_parent, is_distribution_partner
          from identity.portals where name = ${partner.host}`);
    const before = await stored();
    expect(before).toEqual({
      features: ['webhooks'],
      configuration: { a: 1 },
      has_parent: true,
      is_distribution_partner: true,
    });
    await put(partner, { providers: [{ slug: 'content', portal: partner.host, name: 'Content' }] });
    expect(await stored()).toEqual(before);
    await put({ ...partner, features: [] });
    expect(await stored()).toMatchObject({ features: [] });
  });
});

describe('people in a bootstrap file', () => {
  const secret = 'Of-the-operator-1';
  const portals = ['a', 'b'].map((name) => ({
    host: `${name}.example.test`,
    name,
    title: name,
    features: [],
  }));
  const apply = (...emails: string[]) =>
    applyEntries(harness, {
      portals,
      people: emails.map((email) => ({
        email,
        first_name: 'Pia',
        last_name: 'Person',
        password: secret,
        accounts: portals.map(({ host }) => ({ portal: host, roles: ['Learner'] })),
      })),
    });
  const person = async (email: string) => {
    const [row] = await harness.db.many<{ proof: string; accepted: number; held: number; hash: string }>(sql`
      select h.verified_by as proof, w.hash,
             (select count(*)::int from identity.accounts a
               where a.person_id = h.id and a.accepted_at is not null) as accepted,
             (select count(*)::int from auth.portal_passwords p join identity.accounts a on a.id = p.account_id
               where a.person_id = h.id) as held
        from identity.persons h join auth.passwords w on w.person_id = h.id where h.email = ${email}`);
    return row!;
  };

  it('T19 a new person’s address is proven by the operator; the password opens all their accounts', async () => {
    await apply('new@example.test');
    const { hash, ...rest } = await person('new@example.test');
    expect(rest).toEqual({ proof: 'operator', accepted: 2, held: 0 });
    expect(await verify(hash, secret)).toBe(true);
  });

  it('are one row of the audit log in each portal that got new ones', async () => {
    await harness.db.many(sql`delete from auth.audit_log`);
    await apply('one@example.test', 'two@example.test');
    await apply('one@example.test', 'two@example.test');
    const rows = await harness.db.many(sql`select event, portal_id, details from auth.audit_log`);
    const details = { what: 'bootstrap file', users: 2 };
    expect(rows).toEqual(
      [1, 2].map(() => ({ event: 'user.created', portal_id: expect.any(Number), details })),
    );
    expect(new Set(rows.map((row) => row['portal_id'])).size).toBe(2);
  });

  it('T19 the same goes for a placeholder: passwords held by portals are deleted', async () => {
    await harness.db.many(sql`
      with h as (insert into identity.persons (email, first_name, last_name)
                 values ('named@example.test', 'N', 'N') returning id),
           a as (insert into identity.accounts (portal_id, person_id, first_name, last_name)
                 select p.id, h.id, 'N', 'N' from h, identity.portals p where p.name = 'a.example.test'
                 returning portal_id, id)
      insert into auth.portal_passwords (portal_id, account_id, hash) select portal_id, id, 'held' from a`);
    await apply('named@example.test');
    const { hash, ...rest } = await person('named@example.test');
    expect(rest).toEqual({ proof: 'operator', accepted: 2, held: 0 });
    expect(await verify(hash, secret)).toBe(true);
  });

  describe('in a portal with seats', () => {
    const host = 'seats.example.test';
    const applySeats = (seats: number, people: string[], configuration = {}) =>
      applyEntries(harness, {
        portals: [
          {
            host,
            name: 'seats',
            title: 'Seats',
            plan: { name: 'P', type: 'platform', region: 'EU', licensed_user_count: seats },
            configuration,
          },
        ],
        people: people.map((name) => ({
          email: `${name}@seats.test`,
          first_name: name,
          last_name: 'S',
          accounts: [{ portal: host, roles: ['Learner'] }],
        })),
      });
    const listFirstNames = async () =>
      await harness.db.column<string>(sql`
          select a.first_name from identity.accounts a join identity.portals p on p.id = a.portal_id
           where p.name = ${host} order by 1`);

    it('creates at most as many accounts as there are seats, and changes nothing otherwise', async () => {
      await applySeats(2, ['ada', 'bob']);
      const refusal = `${host}: the plan has 2 seats, too few for the people in the file.`;
      await expect(applySeats(2, ['ada', 'bob', 'cyd'])).rejects.toThrow(new ConfigError(refusal));
      expect(await listFirstNames()).toEqual(['ada', 'bob']);
      // a blocked person takes no seat
      await harness.db.many(sql`update identity.accounts set status = false where first_name = 'ada'`);
      await applySeats(2, ['ada', 'bob', 'cyd']);
      // people who are there already stay, also when the plan has become smaller
      await harness.db.many(sql`update identity.accounts set status = true where first_name = 'ada'`);
      await applySeats(2, ['ada', 'bob', 'cyd']);
      await expect(applySeats(2, ['dan'])).rejects.toThrow('2 seats');
      await applySeats(2, ['dan'], { pay_per_seat: true });
      expect(await listFirstNames()).toEqual(['ada', 'bob', 'cyd', 'dan']);
    });

    it('waits for the request that is taking the last seat at that moment', async () => {
      await applySeats(5, [], { pay_per_seat: false });
      const { id } = await harness.db.one<{ id: number }>(sql`
        select id from identity.portals where name = ${host}`);
      const other = await harness.db.connect();
      await other.query('begin');
      await other.query(`select pg_advisory_xact_lock(${lockNumber.seats}, $1)`, [id]);
      const applying = applySeats(5, ['eve']);
      const waiting = () =>
        harness.db.many(sql`
          select 1 from ${sql.raw(LOCKS_HERE)} k where locktype = 'advisory'
             and classid = ${lockNumber.seats} and not granted`);
      await eventually('it waits', async () => (await waiting()).length > 0);
      await other.query(
        `with h as (insert into identity.persons (email, first_name, last_name) values ('fay@seats.test', 'fay', 'S') returning id)
         insert into identity.accounts (portal_id, person_id, first_name, last_name) select $1, id, 'fay', 'S' from h`,
        [id],
      );
      await other.query('commit');
      other.release();
      await expect(applying).rejects.toThrow('5 seats');
      expect(await listFirstNames()).toEqual(['ada', 'bob', 'cyd', 'dan', 'fay']);
    });
  });

  it('a person who has proven the address keeps the password, and the accounts are accepted', async () => {
    await harness.db.many(sql`
      with h as (insert into identity.persons (email, first_name, last_name, verified_time, verified_by)
                 values ('known@example.test', 'K', 'K', now(), 'mail') returning id)
      insert into auth.passwords (person_id, hash) select id, 'their own' from h`);
    await apply('known@example.test');
    expect(await person('known@example.test')).toEqual({
      proof: 'mail',
      accepted: 2,
      held: 0,
      hash: 'their own',
    });
  });
});

describe('apply', () => {
  const SECRET = 'x'.repeat(24);
  const host = 'file.example.test';
  const file = {
    portals: [{ host, name: 'A', title: 'Of the file' }],
    people: [
      {
        email: 'ada@example.test',
        first_name: 'Ada',
        last_name: 'Admin',
        accounts: [{ portal: host, roles: ['Administrator'] }],
      },
    ],
    clients: [{ id: 'c', name: 'C', secret: { env: 'SECRET_OF_C' }, portal: host, scopes: 'all but app' }],
  };

  const apply = (name: string, { secret = SECRET, isForced = false, entries = file } = {}) =>
    applyFile(harness.database, name, Bootstrap.parse(entries), {
      clock: systemClock,
      env: { SECRET_OF_C: secret },
      events: false,
      isForced,
    });
  const title = async () =>
    (await harness.db.one(sql`select title from identity.portals where name = ${host}`))['title'];
  const rename = () => harness.db.many(sql`update identity.portals set title = 'Of a partner'`);

  it('reports the created objects, and the first administrator', async () => {
    expect(await apply('a.yaml')).toEqual({
      created: [
        `the portal ${host}`,
        `the account of ada@example.test in ${host} (Administrator)`,
        'the client c',
      ],
      administrator: { host, email: 'ada@example.test' },
      unknownContent: [],
    });
  });

  it('keeps other changes since, while the file and its variables are the same', async () => {
    await rename();
    expect(await apply('a.yaml')).toBeUndefined();
    expect(await title()).toBe('Of a partner');
    expect(await apply('a.yaml', { isForced: true })).toMatchObject({ created: [] });
    expect(await title()).toBe('Of the file');
    await rename();
    expect(await apply('a.yaml', { secret: 'y'.repeat(24) })).toMatchObject({ created: [] });
    expect(await title()).toBe('Of the file');
  });

  it('applies a file again while content that it names is not in the catalogue', async () => {
    const items = [{ provider: 'p', external_id: '1' }];
    const entries = { ...file, collections: [{ portal: host, slug: 's', name: 'S', items }] };
    for (const time of [1, 2])
      expect([time, (await apply('b.yaml', { entries }))?.unknownContent]).toEqual([
        time,
        ['collection s: p/1'],
      ]);
  });

  it('waits while a migration runs', async () => {
    const client = await harness.db.connect();
    await client.query(`select pg_advisory_lock(${lockNumber.migrations})`);
    let isOver = false;
    const applying = apply('c.yaml').finally(() => (isOver = true));
    const isLooking = () =>
      harness.db.has(sql`
        select 1 from ${sql.raw(SESSIONS_HERE)} s where query like 'select pg_try_advisory%' and state = 'idle'`);
    await eventually('it looks', isLooking);
    expect(isOver).toBe(false);
    await client.query(`select pg_advisory_unlock(${lockNumber.migrations})`);
    client.release();
    await applying;
  });

  it('works on a schema that is newer than the build', async () => {
    await harness.db.many(sql`
      insert into schema_migrations (timestamp, name) values (20990101000000, 'Later20990101000000')`);
    expect(await apply('d.yaml')).toMatchObject({ created: [] });
    expect(await apply('d.yaml')).toBeUndefined();
  });

  it('refuses a secret that could be guessed, in production', async () => {
    const short = apply('e.yaml', { secret: 'x' });
    await expect(short).rejects.toThrow(ConfigError);
    await expect(short).rejects.toThrow('The secret in the variable SECRET_OF_C needs 24 characters');
  });
});
