import { sql } from '@app/database';
import { anyWireTime } from '@app/testing';
import { useResourceApi, type TestAccount } from '../../test/resource-api.js';

describe('users', () => {
  const api = useResourceApi();
  let admin: TestAccount;
  let manager: TestAccount;
  let learner: TestAccount;
  let stranger: TestAccount;

  beforeAll(async () => {
    const portal = await api.portal();
    admin = await api.administrator(portal);
    manager = await api.account(portal, { roles: ['Manager'], first_name: 'Marek' });
    learner = await api.account(portal, { first_name: 'Lena', last_name: 'Okafor', managers: [manager.id] });
    stranger = await api.account(portal, { first_name: 'Stan' });
  });

  const list = (query: string, actor = admin) => actor.get(`/v2/users?${query}`);
  const listIds = (hits: { id: number }[]) => hits.map(({ id }) => id);
  const detail = (id: number | string, actor = admin) => actor.get(`/v2/users/${id}`);
  /** Learner Lena as the detail shows her; create-user.e2e.spec.ts knows that it shows every field and no other. */
  const lena = async () => (await detail(learner.id)).body as object;

  describe('GET /v2/me', () => {
    it('returns the account of the token, with every field, whatever its scopes', async () => {
      const token = await api.mint.sign({ portal: learner.portal, account: learner, scopes: [] });
      const answer = await api.http.get('/v2/me', { token });
      expect([answer.status, answer.body]).toEqual([200, await lena()]);
      expect(answer.headers['content-type']).toBe('application/json');
    });

    it('returns the service account of a bound application', async () => {
      const app = await api.application(admin.portal);
      const answer = await app.get('/v2/me');
      expect([answer.status, answer.body]).toEqual([
        200,
        expect.objectContaining({
          id: app.id,
          first_name: 'App',
          last_name: 'Application',
          email: expect.stringMatching(/@clients\.invalid$/),
        }),
      ]);
    });
  });

  describe('GET /v2/users', () => {
    it('lists the people of the portal newest first, never applications and closed accounts', async () => {
      await api.application(admin.portal);
      const gone = await api.account(admin.portal);
      expect((await admin.delete(`/v2/users/${gone.id}`)).status).toBe(204);
      const { status, body } = await list('');
      expect([status, body.total]).toEqual([200, 4]);
      expect(listIds(body.hits)).toEqual([stranger.id, learner.id, manager.id, admin.id]);
      expect(body.hits[1]).toEqual(await lena());
      expect(body).not.toHaveProperty('next_cursor');
    });

    it('shows 20 by default, each once even if all were created at the same time', async () => {
      const boss = await api.administrator();
      for (let index = 0; index < 22; index += 1) await api.account(boss.portal);
      await api.db.many(sql`
        update identity.accounts set created_time = now() where portal_id = ${boss.portal.id}`);
      const first = await list('', boss);
      expect([first.body.total, first.body.hits.length]).toEqual([23, 20]);
      const rest = await list('offset=20&limit=50', boss);
      const seen = listIds([...first.body.hits, ...rest.body.hits]);
      expect(seen).toEqual([...seen].sort((one, other) => other - one));
      expect(new Set(seen).size).toBe(23);
    });

    it.each([
      ['limit=0', 0],
      ['limit=2&offset=1', 2],
      ['offset=3', 1],
      ['offset=4', 0],
      ['offset=9950&limit=50', 0],
    ])('pages with %s', async (query, count) => {
      const { body } = await list(query);
      expect([body.total, body.hits.length]).toEqual([4, count]);
    });

    it.each([
      ['first_name=le', 1],
      ['first_name=LENA', 1],
      ['first_name=ena', 0],
      ['first_name=%25', 0],
      ['last_name=OKA', 1],
      ['last_name=s', 3],
      ['last_name=s&first_name=m', 1],
      ['last_name=s&offset=1&limit=1', 3],
      ['roles[]=administrator&roles[]=Manager', 2],
      ['roles[0]=manager', 1],
      ['roles=Admin', 1],
      ['roles=Student', 2],
      ['roles[]=Content%20administrator', 0],
      ['roles[]=Learner&roles[]=Manager', 3],
      ['first_name=Lena&roles[]=Manager', 0],
      ['first_name=&last_name=&email=&roles[]=&limit=', 4],
      ['marketplace=all&0=', 4],
    ])('finds by %s', async (query, total) => {
      const { status, body } = await list(query);
      expect([status, body.total]).toEqual([200, total]);
      expect(body.hits).toHaveLength(query.includes('limit=1') ? 1 : total);
    });

    it('finds an e-mail address in full and in any letter case, never by its beginning', async () => {
      const find = async (email: string) => (await list(`email=${encodeURIComponent(email)}`)).body.total;
      expect(await find(learner.email.toUpperCase())).toBe(1);
      expect(await find(learner.email.slice(0, 5))).toBe(0);
    });

    it('returns an offer with the address that the portal named, not with a later one', async () => {
      const [portal, elsewhere] = [await api.portal(), await api.portal()];
      const asking = await api.administrator(portal);
      const { id, email } = await api.account(portal);
      const now = `moved-${id}@example.com`;
      const offeredPerson = await api.db.one<{ person_id: string }>(sql`
        update identity.accounts set accepted_at = null where id = ${id} returning person_id`);
      await api.db.many(sql`
        insert into identity.accounts (portal_id, person_id, first_name, last_name, accepted_at)
        values (${elsewhere.id}, ${offeredPerson.person_id}, 'Ada', 'Moved', now())`);
      // as the link mailed to the new address does
      const { left: leftOffers } = await api.db.one<{ left: string }>(sql`
        select auth.leave_offers(${offeredPerson.person_id}) as left`);
      await api.db.many(sql`
        update identity.persons set email = ${now} where id = ${offeredPerson.person_id}`);
      await api.db.many(sql`select auth.settle_left(${leftOffers}, ${email})`);
      const find = async (address: string) =>
        (await list(`email=${address}`, asking)).body.hits.map((user: { email: string }) => user.email);
      expect([await find(email), await find(now)]).toEqual([[email], []]);
      const name = { first_name: 'Ada', last_name: 'Named' };
      const statuses = [];
      for (const address of [email, now, `nobody-${id}@example.com`]) {
        const json = { ...name, email: address };
        statuses.push((await asking.post('/v2/users', json)).status);
      }
      expect(statuses).toEqual([409, 201, 201]);
      expect([await find(email), await find(now)]).toEqual([[email], [now]]);
    });

    it.each([
      'limit=51',
      'limit=-1',
      'limit=a',
      'offset=-1',
      'offset=1.5',
      'offset=9960&limit=41',
      'roles[]=Emperor',
      'first_name=a%00',
      'cursor=%00',
    ])('answers 400 to %s, naming the parameter', async (query) => {
      const { status, body } = await list(query);
      expect([status, body.additional_errors[0].path]).toEqual([400, query.split(/[=[]/)[0]]);
    });

    it('shows managers the people they manage and themselves, learners themselves', async () => {
      const below = await api.account(admin.portal, { managers: [learner.id] });
      for (const [actor, seen] of [
        [manager, [learner.id, manager.id]],
        [learner, [learner.id]],
      ] as const) {
        const { body } = await list('', actor);
        expect([body.total, listIds(body.hits)]).toEqual([seen.length, seen]);
        expect((await list('roles[]=Administrator', actor)).body.total).toBe(0);
      }
      await api.db.many(sql`update identity.accounts set closed_time = now() where id = ${below.id}`);
    });

    it('pages through all users by cursor, oldest change first', async () => {
      const seen: number[] = [];
      for (let cursor: string | undefined = '*'; cursor !== undefined;) {
        const { body } = await list(`limit=1&cursor=${cursor}`);
        expect(body.total).toBe(4);
        seen.push(...listIds(body.hits));
        cursor = body.next_cursor;
      }
      expect(seen).toEqual([admin.id, manager.id, learner.id, stranger.id]);
      expect((await list('cursor=*&roles[]=Manager')).body.hits[0].id).toBe(manager.id);
    });
  });

  describe('GET /v2/users/{user-id}', () => {
    it('shows the user; finds an application by its id too', async () => {
      expect(await lena()).toMatchObject({
        id: learner.id,
        email: learner.email,
        first_name: 'Lena',
        last_name: 'Okafor',
        full_name: 'Lena Okafor',
        roles: ['Learner'],
        status: true,
        locale: 'en',
        created_time: anyWireTime(),
        updated_time: anyWireTime(),
        managers: [manager.id],
      });
      const app = await api.application(admin.portal);
      expect((await detail(app.id)).body).toMatchObject({ id: app.id, last_name: 'Application' });
    });

    it.each(['abc', '1.5', '1e3'])('answers 400 to the id %s, naming it', async (id) => {
      const { status, body } = await detail(id);
      expect([status, body.additional_errors[0].path]).toEqual([400, 'userId']);
    });

    it.each(['0', '-1', '99999999999', '2147483648'])('answers 404 to the id %s', async (id) => {
      expect((await detail(id)).status).toBe(404);
    });
  });

  describe('GET /v2/user-accounts', () => {
    it('returns the same as /v2/users; the detail has standard_fields', async () => {
      const answer = await admin.get('/v2/user-accounts?first_name=Lena');
      expect(answer.body).toEqual({ total: 1, hits: [await lena()] });
      const one = await admin.get(`/v2/user-accounts/${learner.id}`);
      expect(one.body).toEqual({ ...(await lena()), standard_fields: {} });
      const unseen = await manager.get(`/v2/user-accounts/${stranger.id}`);
      expect(unseen.status).toBe(404);
    });
  });
});
