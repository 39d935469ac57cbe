import { sql } from '@app/database';
import { useResourceApi, type TestAccount, type TestPortal } from '../../test/resource-api.js';

const api = useResourceApi();
let admin: TestAccount;
beforeAll(async () => {
  admin = await api.administrator();
});

let count = 0;
const nextAddress = () => `invited-${(count += 1)}@example.com`;
/** Whether each mail to this address is still to be sent. */
const listMails = async (email: string) => {
  const rows = await api.db.many<{ waits: boolean }>(sql`
    select next_try_time is not null as waits from identity.mails where recipient = ${email} order by id`);
  return rows.map(({ waits }) => waits);
};

/** A portal gets the same responses for unknown addresses, placeholders and people with a proven address. */
describe('offered accounts', () => {
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
    actor.post('/v2/users', { email, first_name: 'Nia', last_name: 'Bell', send_login_email: true, ...more });
  const remove = (id: number, actor = admin) => actor.delete(`/v2/users/${id}`);
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
        const shown = await portal.get(`/v2/users/${body.id}`);
        const twice = await create(email, {}, portal);
        const list = await portal.get('/v2/users');
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
    expect(await listMails(email)).toEqual([true, false, false]);
    const other = await api.administrator();
    expect((await create(email, {}, other)).status).toBe(201); // each portal has one
    expect(await listMails(email)).toEqual([true, false, false, true]);
    await months(31, email);
    await create(email);
    expect((await listMails(email)).at(-1)).toBe(true);
  });

  it('T23 after a decline: 201, offered silently for 180 days, and can be accepted at any time', async () => {
    const email = await createKnownPerson(true, await api.portal());
    const first = await create(email);
    await api.db.many(sql`
      update identity.accounts set status = false, closed_time = now(), declined_at = now()
       where id = ${first.body.id}`);
    await months(31, email);
    const again = await create(email);
    expect([again.status, await listMails(email)]).toEqual([201, [true, false]]);
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
    expect(await listMails(email)).toEqual([true, false, true]);
  });

  it('send a placeholder the usual mails that prove the address', async () => {
    const email = nextAddress();
    for (let time = 0; time < 3; time += 1) await remove((await create(email)).body.id);
    expect(await listMails(email)).toEqual([true, true, true]);
  });

  it.each([
    ['offered', true],
    ['held', false],
  ])('T24 one accepted, one %s administrator: the first stays until the other accepts', async (_, proven) => {
    const first = await api.administrator();
    const email = await createKnownPerson(proven, await api.portal());
    const second = await create(email, { roles: ['Administrator'] }, first);
    const patch = (json: object) => first.patch(`/v2/users/${first.id}`, json);
    for (const attempt of [
      await patch({ roles: ['Learner'] }),
      await patch({ status: false }),
      await remove(first.id, first),
    ])
      expect([attempt.status, attempt.body.error_code]).toEqual([409, 'last_administrator']);
    // an administrator who does not count is not the last one either
    const changed = await first.patch(`/v2/users/${second.body.id}`, { roles: ['Learner'] });
    expect(changed.status).toBe(200);
    await first.patch(`/v2/users/${second.body.id}`, { roles: ['Administrator'] });
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

const create = async (more: object = {}) => {
  const json = { email: nextAddress(), first_name: 'Nia', last_name: 'Bell', ...more };
  return (await admin.post('/v2/users', json)).body as {
    id: number;
    email: string;
    state: string;
  };
};
const patch = (id: number, json: object) => admin.patch(`/v2/users/${id}`, json);
const invite = (id: number, actor = admin) => actor.post(`/v2/users/${id}/invitation`, {});
const countPersons = (email: string) =>
  api.db
    .many(sql`select 1 from identity.persons where email_key = lower(${email})`)
    .then((rows) => rows.length);
const linkFor = (accountId: number) =>
  api.db.many(sql`
    insert into auth.password_links (person_id, hash, portal_id, expires_at)
    select person_id, decode(md5(id::text), 'hex'), portal_id, now() + interval '1 day'
      from identity.accounts where id = ${accountId}`);

describe('state of a user', () => {
  it('is invited, active or blocked', async () => {
    const { id, state } = await create();
    expect([state, admin.id]).toEqual(['invited', expect.any(Number)]);
    await api.db.many(sql`update identity.accounts set accepted_at = now() where id = ${id}`);
    const read = async () => (await admin.get(`/v2/users/${id}`)).body;
    expect(await read()).toMatchObject({ state: 'active', status: true });
    expect((await patch(id, { status: false })).body).toMatchObject({ state: 'blocked', status: false });
    const application = await api.application(admin.portal);
    const answer = await admin.get(`/v2/users/${application.id}`);
    expect(answer.body.state).toBe('active');
  });
});

describe('PATCH email of a user who has not accepted the account', () => {
  it('corrects the address, invites the person there, and ends the former link and mail', async () => {
    const { id, email } = await create();
    await linkFor(id);
    const corrected = nextAddress();
    const { status, body } = await patch(id, { email: corrected, first_name: 'Nina' });
    const expected = { id, email: corrected, first_name: 'Nina', state: 'invited' };
    expect([status, body]).toEqual([200, expect.objectContaining(expected)]);
    expect([await listMails(email), await listMails(corrected)]).toEqual([[false], [true]]);
    expect([await countPersons(email), await countPersons(corrected)]).toEqual([0, 1]);
    expect(
      await api.db.many(sql`
        select 1 from auth.password_links where hash = decode(md5(${String(id)}), ${'hex'})`),
    ).toEqual([]);
    const events = await api.db.many<{ type: string; data: string }>(sql`
      select type, data from learning.outbox where object_type = 'user' and object_id = ${id} order by id`);
    expect(events.map(({ type }) => type)).toEqual(['user.create', 'user.update']);
    expect(JSON.parse(events[1]!.data).email).toBe(corrected);
    expect((await admin.get(`/v2/users?email=${corrected}`)).body.total).toBe(1);
  });

  it('keeps the former person and the other portal’s mail if another portal has an account for the address', async () => {
    const elsewhere = await api.administrator();
    const { id, email } = await create();
    const json = { email, first_name: 'Nia', last_name: 'Bell' };
    const other = (await elsewhere.post('/v2/users', json)).body;
    await linkFor(other.id);
    expect((await patch(id, { email: nextAddress() })).status).toBe(200);
    expect(await countPersons(email)).toBe(1);
    const answer = await elsewhere.get(`/v2/users/${other.id}`);
    expect(answer.body.email).toBe(email);
    expect(await listMails(email)).toEqual([false, true]);
  });

  it('makes an offer to a known person, who gains nothing by it and is not revealed', async () => {
    const known = await api.administrator();
    const { id } = await create({ password: 'Good-enough-1' });
    const { status, body } = await patch(id, { email: known.email.toUpperCase() });
    expect([status, body.email, body.state]).toEqual([200, known.email, 'invited']);
    const rows = await api.db.many(sql`select 1 from auth.portal_passwords where account_id = ${id}`);
    expect(rows).toEqual([]);
  });

  it('answers 409 user_exists with the id to an address of this portal, and changes nothing', async () => {
    const { id, email } = await create();
    const { status, body } = await patch(id, { email: admin.email, first_name: 'X' });
    expect([status, body.error_code, body.user_id]).toEqual([409, 'user_exists', admin.id]);
    const answer = await admin.get(`/v2/users/${id}`);
    expect(answer.body).toMatchObject({ email, first_name: 'Nia' });
  });

  it('changes nothing for the same address in another letter case', async () => {
    const { id, email } = await create();
    const { status, body } = await patch(id, { email: email.toUpperCase() });
    expect([status, body.email, await listMails(email)]).toEqual([200, email, [true]]);
  });

  it('is ignored with a warning once the person has accepted', async () => {
    const { id, email } = await api.account(admin.portal);
    const { status, body, headers } = await patch(id, { email: nextAddress() });
    expect([status, body.email, body.state]).toEqual([200, email, 'active']);
    expect(headers['warning']).toContain('email');
  });
});

describe('POST /v2/users/{user-id}/password-mail', () => {
  const send = (id: number, actor = admin) => actor.post(`/v2/users/${id}/password-mail`, {});

  it('mails the link that a forgotten password gets, three times an hour, and is in the audit log', async () => {
    const { id, email } = await api.account(admin.portal);
    for (let time = 0; time < 4; time += 1) expect((await send(id)).status).toBe(204);
    const mails = await api.db.many(sql`
      select template, person_id, portal_id from identity.mails where recipient = ${email}`);
    const mail = { template: 'password-reset', person_id: null, portal_id: null };
    expect(mails).toEqual([mail, mail, mail]);
    const entries = await api.db.many(sql`
      select account_id, portal_id from auth.audit_log where event = 'password.link_requested'
         and details->>'user_id' = ${String(id)}`);
    expect(entries).toEqual(Array(4).fill({ account_id: admin.id, portal_id: admin.portal.id }));
  });

  it('answers 409 for an account that is not accepted or blocked, 404 for another portal, 403 for an application', async () => {
    const { id } = await create();
    expect((await send(id)).body.error_code).toBe('invitation_pending');
    await patch(id, { status: false });
    expect((await send(id)).body.error_code).toBe('user_blocked');
    expect((await send(id, await api.administrator())).status).toBe(404);
    const application = await api.application(admin.portal);
    expect((await send(application.id)).body.error_code).toBe('service_account');
  });
});

describe('POST /v2/users/{user-id}/invitation', () => {
  it('sends the invitation once more', async () => {
    const { id, email } = await create();
    expect((await invite(id)).status).toBe(204);
    expect(await listMails(email)).toEqual([true, true]);
  });

  it('answers 409 for an account that is accepted or blocked, 404 for another portal, 403 for an application', async () => {
    const accepted = await api.account(admin.portal);
    expect((await invite(accepted.id)).body.error_code).toBe('invitation_accepted');
    const { id } = await create();
    await patch(id, { status: false });
    expect((await invite(id)).body.error_code).toBe('user_blocked');
    expect((await invite(id, await api.administrator())).status).toBe(404);
    const application = await api.application(admin.portal);
    expect((await invite(application.id)).body.error_code).toBe('service_account');
  });
});
