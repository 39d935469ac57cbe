import { sql } from '@app/database';
import { useResourceApi, type TestAccount } from '../../test/resource-api.js';

const api = useResourceApi();
let admin: TestAccount;
beforeAll(async () => {
  admin = await api.administrator();
});

let count = 0;
const nextAddress = () => `invited-${(count += 1)}@example.com`;
const create = async (more: object = {}) => {
  const json = { email: nextAddress(), first_name: 'Nia', last_name: 'Bell', ...more };
  return (await api.http.post('/v2/users', { token: admin.token, json })).body as {
    id: number;
    email: string;
    state: string;
  };
};
const patch = (id: number, json: object) => api.http.patch(`/v2/users/${id}`, { token: admin.token, json });
const invite = (id: number, actor = admin) =>
  api.http.post(`/v2/users/${id}/invitation`, { token: actor.token, json: {} });
/** Whether each mail to this address is still to be sent. */
const listMails = async (email: string) => {
  const rows = await api.db.many<{ waits: boolean }>(sql`
    select next_try_time is not null as waits from identity.mails where recipient = ${email} order by id`);
  return rows.map(({ waits }) => waits);
};
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
    const read = async () => (await api.http.get(`/v2/users/${id}`, { token: admin.token })).body;
    expect(await read()).toMatchObject({ state: 'active', status: true });
    expect((await patch(id, { status: false })).body).toMatchObject({ state: 'blocked', status: false });
    const application = await api.application(admin.portal);
    const answer = await api.http.get(`/v2/users/${application.id}`, { token: admin.token });
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
    expect((await api.http.get(`/v2/users?email=${corrected}`, { token: admin.token })).body.total).toBe(1);
  });

  it('keeps the former person and the other portal’s mail if another portal has an account for the address', async () => {
    const elsewhere = await api.administrator();
    const { id, email } = await create();
    const json = { email, first_name: 'Nia', last_name: 'Bell' };
    const other = (await api.http.post('/v2/users', { token: elsewhere.token, json })).body;
    await linkFor(other.id);
    expect((await patch(id, { email: nextAddress() })).status).toBe(200);
    expect(await countPersons(email)).toBe(1);
    const answer = await api.http.get(`/v2/users/${other.id}`, { token: elsewhere.token });
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
    const answer = await api.http.get(`/v2/users/${id}`, { token: admin.token });
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
  const send = (id: number, actor = admin) =>
    api.http.post(`/v2/users/${id}/password-mail`, { token: actor.token, json: {} });

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
