import { sql, type Statement } from '@app/database';
import { limits, type LimitName } from '@app/limits';
import { accounts, configure, OPS, useAuthServers, c2Request } from './auth-stack.js';
import { turnOnFactor } from './factors.js';
import { oneTimeToken } from './links.js';
import { applicationToken, send, type OAuthAnswer } from './requests.js';
import { authorizeAddress, leadsTo, TestBrowser } from './test-browser.js';

const stack = useAuthServers();
let ops: string;
beforeAll(async () => {
  ops = await applicationToken(stack, OPS);
});

const count = async (rows: Statement): Promise<number> =>
  Number(await stack.db.value(sql`select count(*) from (${rows}) r`));

async function fillUpTo(name: LimitName, owner: string, room: number): Promise<void> {
  await stack.db.many(sql`
    insert into maintenance.limit_counts (limit_name, owner, window_start, count, expires_at)
    select ${name}, ${owner}, date_bin('1 day', now(), 'epoch') + n * interval '1 day',
           ${limits[name].most - room}, now() + interval '2 days'
      from generate_series(0, 1) n
    on conflict (limit_name, owner, window_start) do update set count = excluded.count`);
}

const create = (number: number, portal?: string): Promise<OAuthAnswer> =>
  send(stack, 'POST', '/client', ops, {
    ...(portal ? { portal_name: portal } : {}),
    redirect_uri: 'https://many.example/cb',
    client_name: `Client ${number}`,
  });

/** Six in parallel where there is room for two. */
async function twoOfSix(name: LimitName, portal?: string): Promise<void> {
  const answers = await Promise.all(Array.from({ length: 6 }, (_, number) => create(number, portal)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
  const refused = answers.filter(({ status }) => status === 409);
  expect(refused).toHaveLength(4);
  expect(refused[0]!.body).toMatchObject({
    error_code: 'limit_reached',
    limit: name,
    most: limits[name].most,
  });
}

/** Rows as if that many clients had been registered. */
const fill = (portalId: number | null, number: number) =>
  stack.db.many(sql`
    insert into auth.clients (client_id, name, secret_hash, portal_id, grants, scopes, created_time, updated_time)
    select 'filled-' || coalesce(${portalId}::int, 0) || '-' || n, 'Filled', '\\x00', ${portalId},
           '{authorization_code}', '{}',
           now(), now()
      from generate_series(1, ${number}) n`);

describe('limits under parallel requests', () => {
  it('clients: per portal, for POST /client and new_client alike', async () => {
    const before = await count(sql`select 1 from auth.clients where portal_id = 2`);
    await fill(2, limits.clients.most - before - 2);
    await twoOfSix('clients', 'b.learning.localhost');
    expect(await count(sql`select 1 from auth.clients where portal_id = 2`)).toBe(limits.clients.most);

    const had = await count(sql`select 1 from auth.clients where portal_id = 1`);
    await fill(1, limits.clients.most - had);
    const browser = await TestBrowser.signIn(
      stack,
      authorizeAddress({
        client_id: 'label',
        new_client: 'Vendor',
        redirect_uri: 'https://vendor.example/cb',
      }),
    );
    const page = await browser.allow();
    expect(page.status).toBe(409);
    expect(page.text).toContain('A limit has been reached.');
    expect(await count(sql`select 1 from auth.clients where portal_id = 1`)).toBe(limits.clients.most);
    // those that were made are told to both administrators of their portal; of what was refused nobody hears
    const countMails = (portal: number) =>
      count(sql`select 1 from identity.mails where template = 'new-client' and portal_id = ${portal}`);
    expect([await countMails(1), await countMails(2)]).toEqual([0, 4]);

    const [one] = await stack.db.many<{ client_id: string }>(sql`
      select client_id from auth.clients where portal_id = 1 and name = 'Filled' limit 1`);
    expect((await send(stack, 'DELETE', `/client/${one!.client_id}`, ops)).status).toBe(204);
    expect((await create(1, 'a.learning.localhost')).status).toBe(201);
  });

  it('clients_made: deleted ones still count', async () => {
    await stack.db.many(sql`delete from auth.clients where name = 'Filled'`);
    await fillUpTo('clients_made', 'portal 1', 2);
    await twoOfSix('clients_made', 'a.learning.localhost');
  });

  it('unbound_clients: per owner', async () => {
    const created = await create(0);
    await fill(null, limits.unbound_clients.most - 3);
    // with the owner of the one just made
    await stack.db.many(sql`
      update auth.clients c set owner_account_id = m.owner_account_id, owner_client_id = m.owner_client_id
        from auth.clients m where m.client_id = ${created.body.client_id} and c.client_id like 'filled-0-%'`);
    await twoOfSix('unbound_clients');
  });

  describe('authorization_requests', () => {
    const stored = () => count(sql`select 1 from auth.authorization_requests`);
    const address = authorizeAddress({ state: 's'.repeat(4_000), prompt: 'consent' });
    const begin = async () => {
      const browser = await TestBrowser.open(stack, address);
      return browser;
    };

    it('of a signed-in person, however often the browser sends them; waiting ones can be answered', async () => {
      const browser = await begin();
      await browser.login();
      const { action, fields } = browser.form('/oauth/authorize/consent');
      await fillUpTo('authorization_requests', '1', 2);
      const before = await stored();
      const pages = await Promise.all(
        Array.from({ length: 6 }, async () => {
          const same = new TestBrowser(stack);
          for (const [name, value] of browser.cookies) same.cookies.set(name, value);
          return same.get(address);
        }),
      );
      expect(pages.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409, 409]);
      expect(pages.find(({ status }) => status === 409)!.text).toContain('A limit has been reached.');
      expect(await stored()).toBe(before + 2);
      const answer = await browser.post(action, { ...fields, decision: 'allow' });
      expect(leadsTo(answer)).toContain('code=');
      await (await begin()).login('manager@a.example');
      expect(await stored()).toBe(before + 3);
    });

    it('that begin with a login, with or without a second factor', async () => {
      await fillUpTo('authorization_requests', '6', 1);
      expect((await (await begin()).login('admin@b.example')).status).not.toBe(409);
      expect((await (await begin()).login('admin@b.example')).status).toBe(409);
      await turnOnFactor(stack, 'multi@a.example');
      await fillUpTo('authorization_requests', '5', 1);
      expect((await (await begin()).login('multi@a.example')).status).toBe(200);
      expect((await (await begin()).login('multi@a.example')).status).toBe(409);
    });

    it('that begin with a link for a person who must prove their address first', async () => {
      await configure(stack, 2, { require_second_factor: true });
      await stack.db.many(sql`delete from auth.passwords where person_id = 6`);
      await fillUpTo('authorization_requests', '6', 1);
      const one_time_token = await oneTimeToken(stack, accounts.adminB, 2);
      const show = async () =>
        (await new TestBrowser(stack).get(authorizeAddress({ ...c2Request, one_time_token }))).status;
      expect([await show(), await show(), await show()]).toEqual([200, 409, 409]);
    });
  });

  it('sessions: the oldest end, and the new one stays', async () => {
    await stack.db.many(sql`
      insert into auth.sessions (hash, id, person_id, authenticated_at, by_password, created_time,
             last_seen_time, expires_at)
      select sha256(n::text::bytea), 's' || n, p.id, now(), true, now(), now() - n * interval '1 second',
             now() + interval '1 day'
        from identity.persons p, generate_series(1, 150) n where p.email = 'learner@a.example'`);
    const browsers = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const browser = await TestBrowser.signIn(stack, '/oauth/account', 'learner@a.example');
        return browser;
      }),
    );
    const sessionsQuery = sql`
      select s.id from auth.sessions s join identity.persons p on p.id = s.person_id
       where p.email = 'learner@a.example'`;
    expect(await count(sessionsQuery)).toBe(limits.sessions.most);
    expect(await count(sql`${sessionsQuery} and s.id in ('s1', 's90')`)).toBe(2);
    expect(await count(sql`${sessionsQuery} and s.id in ('s96', 's150')`)).toBe(0);
    for (const browser of browsers)
      expect((await browser.get('/oauth/account')).text).toContain('learner@a.example');
  });
});
