import { sql } from '@app/database';
import { useResourceApi, type TestAccount, type TestPortal } from '../../test/resource-api.js';

/** A portal gets the same responses for unknown addresses, placeholders and people with a proven address. */
describe('offered accounts', () => {
  const api = useResourceApi();
  let admin: TestAccount;
  beforeAll(async () => {
    admin = await api.administrator();
  });

  let count = 0;
  const nextAddress = () => `offer-${(count += 1)}@example.com`;
  /** A person known in other portals, or with a proven address. */
  const createKnownPerson = async (proven: boolean, portal: TestPortal): Promise<string> => {
    const { email } = await api.account(portal, {
      email: nextAddress(),
      first_name: 'Else',
      last_name: 'Where',
    });
    if (!proven) {
      await api.db.many(sql`
        update identity.accounts a set accepted_at = null from identity.persons h where h.id = a.person_id
           and h.email = ${email}`);
      await api.db.many(sql`
        update identity.persons set verified_time = null, verified_by = null where email = ${email}`);
    }
    return email;
  };
  const create = (email: string, more: object = {}, actor = admin) =>
    api.http.post('/v2/users', {
      token: actor.token,
      json: { email, first_name: 'Nia', last_name: 'Bell', send_login_email: true, ...more },
    });
  const remove = (id: number, actor = admin) => api.http.delete(`/v2/users/${id}`, { token: actor.token });
  const due = async (email: string) => {
    const mails = await api.db.many<{ due: boolean }>(sql`
      select next_try_time is not null as due from identity.mails where recipient = ${email} order by id`);
    return mails.map((mail) => mail.due);
  };
  const accept = (id: number) =>
    api.db.many(sql`update identity.accounts set accepted_at = now() where id = ${id}`);
  const months = (days: number, email: string) =>
    api.db.many(sql`
      update identity.mails set created_time = created_time - make_interval(days => ${days})
       where recipient = ${email}`);

  it('have the same answers, events, lists, counts and limits as any other', async () => {
    const elsewhere = await api.portal();
    const kinds = [
      nextAddress(),
      await createKnownPerson(false, elsewhere),
      await createKnownPerson(true, elsewhere),
    ];
    const seen = [];
    for (const email of kinds) {
      const portal = await api.administrator();
      const withoutIds = (value: unknown) =>
        JSON.stringify(value, (name, part: unknown) =>
          /_time$|^(id|ref|managers)$|email/.test(name) ? typeof part : part,
        );
      const answers = [];
      for (let time = 0; time < 7; time += 1) {
        const { status, body } = await create(
          email,
          { roles: ['Administrator'], password: 'Good-enough-1' },
          portal,
        );
        answers.push([status, withoutIds(body)]);
        if (status !== 201) continue;
        const shown = await api.http.get(`/v2/users/${body.id}`, { token: portal.token });
        const twice = await create(email, {}, portal);
        const list = await api.http.get('/v2/users', { token: portal.token });
        answers.push([shown.status, withoutIds(shown.body), twice.status, list.body.total]);
        answers.push((await remove(body.id, portal)).status);
      }
      const events = await api.db.many<{ type: string; data: string }>(sql`
        select type, data from learning.outbox where portal_id = ${portal.portal.id} order by id`);
      seen.push(withoutIds([answers, events.map(({ type, data }) => [type, withoutIds(JSON.parse(data))])]));
    }
    expect(seen[1]).toBe(seen[0]);
    expect(seen[2]).toBe(seen[0]);
    expect(seen[0]).not.toContain('Else');
    expect(seen[0]).toContain('409');
  });

  it('T27 cause one mail in 30 days, however often the account is created', async () => {
    const email = await createKnownPerson(true, await api.portal());
    for (let time = 0; time < 3; time += 1) await remove((await create(email)).body.id);
    expect(await due(email)).toEqual([true, false, false]);
    const other = await api.administrator();
    expect((await create(email, {}, other)).status).toBe(201); // each portal has one
    expect(await due(email)).toEqual([true, false, false, true]);
    await months(31, email);
    await create(email);
    expect((await due(email)).at(-1)).toBe(true);
  });

  it('T23 after a decline: 201, offered silently for 180 days, and can be accepted at any time', async () => {
    const email = await createKnownPerson(true, await api.portal());
    const first = await create(email);
    await api.db.many(sql`
      update identity.accounts set status = false, closed_time = now(), declined_at = now()
       where id = ${first.body.id}`);
    await months(31, email);
    const again = await create(email);
    expect([again.status, await due(email)]).toEqual([201, [true, false]]);
    expect(
      await api.db.many(sql`
        select accepted_at, declined_at, closed_time from identity.accounts where id = ${again.body.id}`),
    ).toEqual([{ accepted_at: null, declined_at: null, closed_time: null }]);
    await remove(again.body.id);
    await api.db.many(sql`
      update identity.accounts set declined_at = now() - interval '181 days', closed_time = now() - interval '181 days'
       where id = ${first.body.id}`);
    await months(31, email);
    await create(email);
    expect(await due(email)).toEqual([true, false, true]);
  });

  it('send a placeholder the usual mails that prove the address', async () => {
    const email = nextAddress();
    for (let time = 0; time < 3; time += 1) await remove((await create(email)).body.id);
    expect(await due(email)).toEqual([true, true, true]);
  });

  it.each([
    ['offered', true],
    ['held', false],
  ])('T24 one accepted, one %s administrator: the first stays until the other accepts', async (_, proven) => {
    const first = await api.administrator();
    const email = await createKnownPerson(proven, await api.portal());
    const second = await create(email, { roles: ['Administrator'] }, first);
    const patch = (json: object) => api.http.patch(`/v2/users/${first.id}`, { token: first.token, json });
    for (const attempt of [
      await patch({ roles: ['Learner'] }),
      await patch({ status: false }),
      await remove(first.id, first),
    ])
      expect([attempt.status, attempt.body.error_code]).toEqual([409, 'last_administrator']);
    // an administrator who does not count is not the last one either
    const changed = await api.http.patch(`/v2/users/${second.body.id}`, {
      token: first.token,
      json: { roles: ['Learner'] },
    });
    expect(changed.status).toBe(200);
    await api.http.patch(`/v2/users/${second.body.id}`, {
      token: first.token,
      json: { roles: ['Administrator'] },
    });
    await accept(second.body.id);
    expect((await patch({ roles: ['Learner'] })).status).toBe(200);
  });

  it('record the account and the application that created each', async () => {
    const { body } = await create(nextAddress());
    expect(
      await api.db.many(sql`select offered_by, offered_through from identity.accounts where id = ${body.id}`),
    ).toEqual([{ offered_by: admin.id, offered_through: expect.any(String) }]);
  });
});
