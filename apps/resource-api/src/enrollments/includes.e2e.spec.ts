import { Database, sql } from '@app/database';
import { limits } from '@app/limits';
import { useEnrollmentsPortal } from '../../test/enrollments-portal.js';
import type { TestAccount } from '../../test/resource-api.js';

const portal = useEnrollmentsPortal();
const { api, award, detail, enrolled, list, lo, patch, person } = portal;

const nameFields = ({ id, email, first_name, last_name }: TestAccount) => ({
  id,
  email,
  first_name,
  last_name,
  full_name: `${first_name} ${last_name}`,
});

describe('include=user', () => {
  it('names people in the list and by cursor, in one statement more for many as for one', async () => {
    const learners = [await person(), await person(), await person()];
    for (const learner of learners) await enrolled('t0', {}, learner);
    await enrolled('t1', {}, learners[0]);
    const spy = jest.spyOn(Database.prototype, 'many');
    const read = async (query: string) => {
      spy.mockClear();
      const { body } = await list(query);
      // a timer polls for revocations
      const statements = spy.mock.calls.filter(([{ text }]) => !text.includes('revocations')).length;
      return { statements, hits: body.hits as { user_id: number }[] };
    };
    const plain = await read('limit=4');
    const one = await read('include=user&limit=1');
    const many = await read('include=user&limit=4');
    spy.mockRestore();
    expect([one.statements, many.statements]).toEqual([plain.statements + 1, plain.statements + 1]);
    const named = plain.hits.map((hit) => ({
      ...hit,
      user: nameFields(learners.find(({ id }) => id === hit.user_id)!),
    }));
    expect(many.hits).toEqual(named);
    expect((await list('include=lo,user&cursor=*&limit=50')).body.hits.slice(-4)).toEqual(
      named.toReversed().map((hit) => ({ ...hit, lo: expect.anything() })),
    );
  });

  it('changes nothing without the parameter', async () => {
    const learner = await person();
    const id = await enrolled('t2', {}, learner);
    const { user, ...rest } = (await detail(id, portal.admin, '?include=user')).body;
    expect(user).toEqual(nameFields(learner));
    expect((await detail(id)).text).toBe(JSON.stringify(rest));
    expect((await list(`user_id=${learner.id}`)).body.hits[0]).not.toHaveProperty('user');
  });

  it('needs the scope that reads people, in the list and in the detail', async () => {
    const id = await enrolled('t3');
    const application = await api.application(portal.admin.portal, ['enrollment.read']);
    for (const refused of [
      await list('include=lo,user', application),
      await detail(id, application, '?include=user'),
    ]) {
      expect([refused.status, refused.body.error_code]).toEqual([403, 'insufficient_scope']);
      expect(refused.headers['www-authenticate']).toContain('scope="user.read"');
    }
    expect((await detail(id, application, '?include=lo')).status).toBe(200);
  });

  it('returns all to administrators, their people to managers, themselves to learners, none to other portals', async () => {
    const learner = await person();
    const id = await enrolled('t4', {}, learner);
    for (const actor of [portal.admin, portal.manager, learner]) {
      const { body } = await detail(id, actor, '?include=user');
      expect(body.user).toEqual(nameFields(learner));
      const { hits } = (await list(`include=user&user_id=${learner.id}`, actor)).body;
      expect(hits).toEqual([expect.objectContaining({ user: nameFields(learner) })]);
    }
    const stranger = await api.administrator();
    for (const actor of [portal.other, stranger]) {
      expect((await detail(id, actor, '?include=user')).status).toBe(404);
      expect((await list(`include=user&user_id=${learner.id}`, actor)).status).toBe(404);
    }
    // the same person has another account and another name elsewhere
    const elsewhere = await api.account(stranger.portal, { email: learner.email, first_name: 'Elsewhere' });
    await api.db.many(sql`
      insert into learning.enrollments (portal_id, account_id, lo_id, lo_title)
      values (${stranger.portal.id}, ${elsewhere.id}, ${lo('t4')}, 'T')`);
    expect((await list('include=user', stranger)).body.hits).toEqual([
      expect.objectContaining({ user: nameFields(elsewhere) }),
    ]);
  });

  it('shows offers and placeholders as their portal named them, as any other account', async () => {
    const elsewhere = await api.account(await api.portal(), { first_name: 'Else', last_name: 'Where' });
    const ids = [];
    for (const email of [elsewhere.email, 'placeholder@example.com']) {
      const { body } = await portal.admin.post('/v2/users', {
        email,
        first_name: 'Nia',
        last_name: 'Bell',
        send_login_email: false,
      });
      ids.push(body.id);
      const id = await enrolled('t5', {}, body);
      const { user } = (await detail(id, portal.admin, '?include=user')).body;
      expect(user).toEqual({
        id: body.id,
        email,
        first_name: 'Nia',
        last_name: 'Bell',
        full_name: 'Nia Bell',
      });
    }
    expect(new Set(ids).size).toBe(2);
  });

  it('names people whose accounts were closed, in the history', async () => {
    const gone = await person();
    const id = await enrolled('t6', {}, gone);
    await portal.admin.delete(`/v2/users/${gone.id}`);
    const { body } = await detail(id, portal.admin, '?include=user&archived=all');
    expect(body).toMatchObject({ user: nameFields(gone), archived_because: 'account_closed' });
  });

  it.each(['', '?include=lo', '?include=user', '?include=user,lo'])(
    'reads an ETag that a change accepts: %s',
    async (query) => {
      const learner = await person();
      const { body } = await award({ award_id: lo('award'), user_id: learner.id });
      const read = await detail(body.id, portal.admin, query);
      const headers = { 'if-match': String(read.headers['etag']) };
      const change = (result: number) =>
        portal.admin.patch(`/v2/enrollments/${body.id}`, { result }, { headers });
      expect((await change(5)).status).toBe(200);
      expect((await change(6)).status).toBe(412);
      expect((await patch(body.id, { result: 6 })).status).toBe(200);
    },
  );
});

describe('A page of enrollments with their objects', () => {
  let admin: TestAccount;
  let ids: Map<string, number>;

  beforeAll(async () => {
    admin = await api.administrator();
    const seed = await api.catalogue();
    await seed.provider('heavy', admin.portal.id);
    const award = {
      provider: 'heavy',
      type: 'award' as const,
      title: 'Award',
      description: '語'.repeat(99_999),
    };
    ids = await seed.load([
      { ...award, external_id: 'one' },
      { ...award, external_id: 'two', description: 'x'.repeat(10_000) },
    ]);
    const longName = '語'.repeat(255);
    await api.db.many(sql`
      with people as (
        insert into identity.persons (email, first_name, last_name)
        select 'p' || n || '@people.example', ${longName}, ${longName} from generate_series(1, 60) n returning id),
      accounts as (
        insert into identity.accounts (portal_id, person_id, first_name, last_name)
        select ${admin.portal.id}, id, ${longName}, ${longName} from people returning id)
      insert into learning.enrollments (portal_id, account_id, lo_id, lo_title, award_required)
      select ${admin.portal.id}, id,
             case when id % 10 = 0 then ${ids.get('heavy two')}::int else ${ids.get('heavy one')}::int end, 'Award',
             array(select generate_series(1000000, 1000999))
        from accounts`);
  });

  const read = async (filter: string) => {
    const path = `/v2/enrollments?limit=50&include=lo,user${filter}`;
    const { status, body, text } = await admin.get(path);
    expect([status, body.hits?.length]).toEqual([200, 50]);
    expect(Buffer.byteLength(text)).toBeLessThan(limits.page_bytes.most);
    return body.hits as { lo: { id: number; description: string; shortened?: string[] } }[];
  };

  it('is within the limit of an answer if all enrollments are in one object: it is shortened and marked', async () => {
    const [hit] = await read(`&lo_id=${ids.get('heavy one')}`);
    expect(hit!.lo.shortened).toEqual(['description']);
    expect(hit!.lo.description.length).toBeGreaterThan(1_000);
  });

  it('is within the limit of an answer if most enrollments are in one object', async () => {
    const hits = await read('');
    expect(new Set(hits.map(({ lo }) => lo.id)).size).toBe(2);
  });

  it('contains a single object unshortened', async () => {
    const path = `/v2/enrollments?limit=1&include=lo&lo_id=${ids.get('heavy one')}`;
    const { body } = await admin.get(path);
    expect(body.hits[0].lo.description.length).toBe(99_999);
  });
});
