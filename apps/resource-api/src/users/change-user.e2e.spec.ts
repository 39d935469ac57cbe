import { sql } from '@app/database';
import { WAIT_TIMEOUT_MS } from '@app/testing';
import { useResourceApi, type TestAccount } from '../../test/resource-api.js';

const api = useResourceApi();
let admin: TestAccount;
let manager: TestAccount;

beforeAll(async () => {
  admin = await api.administrator();
  manager = await api.account(admin.portal, { roles: ['Manager'] });
  await api.defineFields(admin.portal, { department: 'text', level: 'integer' });
});

const patch = (id: number, json: object, actor = admin) => actor.patch(`/v2/users/${id}`, json);
const remove = (id: number, actor = admin) => actor.delete(`/v2/users/${id}`);
const me = (actor: TestAccount) => actor.get('/v2/me');
const listTypes = async (id: number) =>
  await api.db.column<string>(sql`
      select type from learning.outbox where object_type = 'user' and object_id = ${id} order by id`);
/** Whether the token is refused soon. */
async function ends(actor: TestAccount): Promise<boolean> {
  for (const end = performance.now() + WAIT_TIMEOUT_MS; performance.now() < end;)
    if ((await me(actor)).status === 401) return true;
  return false;
}

describe('PATCH /v2/users/{user-id}', () => {
  it('changes sent fields, keeps the others, and publishes user.update', async () => {
    const { id, email } = await api.account(admin.portal);
    const changes: [sent: object, shown: object][] = [
      [{ roles: ['Manager', 'student', 'Learner'] }, { roles: ['Manager', 'Learner'] }],
      [{ roles: [] }, { roles: ['Learner'] }],
      [
        { custom_fields: { department: 'Sales', level: 2, shoe: 44 } },
        { custom_fields: { department: 'Sales', level: 2 } },
      ],
      [{ managers: [manager.id] }, { managers: [manager.id] }],
      // what typed clients and PHP send for empty values
      [{ roles: ['Manager'] }, { roles: ['Manager'] }],
      [
        { managers: null, roles: null, custom_fields: [] },
        { managers: [manager.id], roles: ['Manager'] },
      ],
      [{ first_name: 'Grace' }, { first_name: 'Grace', full_name: 'Grace Silva' }],
      [{ last_name: 'Hopper' }, { last_name: 'Hopper', full_name: 'Grace Hopper' }],
      [{ locale: 'de' }, { locale: 'de' }],
      [{ status: 'False' }, { status: false }],
      [{ status: 1 }, { status: true }],
    ];
    let expectedFields: object = { id, email };
    for (const [sent, shown] of changes) {
      expectedFields = { ...expectedFields, ...shown };
      const { status, body } = await patch(id, sent);
      expect([status, body]).toEqual([200, expect.objectContaining(expectedFields)]);
    }
    // one of them changes nothing
    expect(await listTypes(id)).toEqual(changes.slice(1).map(() => 'user.update'));
  });

  it('replaces managers: managers who are not in the list are removed', async () => {
    const { id } = await api.account(admin.portal, { managers: [manager.id] });
    expect((await patch(id, { managers: [admin.id] })).body.managers).toEqual([admin.id]);
    expect((await patch(id, { managers: [admin.id, manager.id] })).body.managers).toEqual([
      admin.id,
      manager.id,
    ]);
    expect((await patch(id, { managers: [] })).body.managers).toEqual([]);
  });

  it('merges custom_fields; null clears one', async () => {
    const { id } = await api.account(admin.portal);
    await patch(id, { custom_fields: { department: 'Sales', level: 2 } });
    const { body } = await patch(id, { custom_fields: { level: null } });
    expect(body.custom_fields).toEqual({ department: 'Sales' });
  });

  it('ignores unknown fields, including an email', async () => {
    const { id, email } = await api.account(admin.portal);
    const { status, body } = await patch(id, { email: 'other@example.com', id: 1, shoe: 44 });
    expect([status, body.email, body.id]).toEqual([200, email, id]);
  });

  it('ends the account’s tokens if a role is removed, not if one is added', async () => {
    const user = await api.account(admin.portal, { roles: ['Manager'] });
    expect((await me(user)).status).toBe(200);
    const revocations = () => api.db.many(sql`select 1 from auth.revocations where account_id = ${user.id}`);
    await patch(user.id, { roles: ['Manager', 'Content administrator'] });
    expect(await revocations()).toEqual([]);
    await patch(user.id, { roles: ['Content administrator'] });
    expect(await ends(user)).toBe(true);
  });

  it.each<[path: string, change: object]>([
    ['status', { status: 'blocked' }],
    ['roles.0', { roles: ['Emperor'] }],
    ['roles.0', { roles: '' }],
    ['roles.1', { roles: ['Manager', ''] }],
    ['custom_fields', { custom_fields: [1] }],
    ['custom_fields.level', { custom_fields: { level: 1.5 } }],
    ['managers', { managers: 7 }],
    ['managers', { managers: [999_999] }],
    ['first_name', { first_name: '' }],
    ['last_name', { last_name: 'x'.repeat(256) }],
    ['locale', { locale: 'DE' }],
  ])('answers 400 naming %s (%#), and changes nothing', async (path, change) => {
    const { id } = await api.account(admin.portal, { managers: [manager.id] });
    const read = async () => (await admin.get(`/v2/users/${id}`)).body;
    const before = await read();
    const { status, body } = await patch(id, change);
    expect([status, body.additional_errors[0].path]).toEqual([400, path]);
    expect(await read()).toEqual(before);
  });

  it('answers 400 manager_cycle if a person would manage themselves, also through others', async () => {
    const below = await api.account(admin.portal, { managers: [manager.id] });
    const lowest = await api.account(admin.portal, { managers: [below.id] });
    for (const [id, managers] of [
      [manager.id, [below.id]],
      [manager.id, [lowest.id]],
      [below.id, [below.id]],
    ] as const) {
      const { status, body } = await patch(id, { managers });
      expect([status, body.additional_errors[0].error_code]).toEqual([400, 'manager_cycle']);
    }
  });

  it('creates no cycle when both changes that would close it run in parallel', async () => {
    for (let round = 0; round < 15; round += 1) {
      const top = await api.account(admin.portal);
      const middle = await api.account(admin.portal);
      const low = await api.account(admin.portal, { managers: [middle.id] });
      const answers = await Promise.all([
        patch(middle.id, { managers: [top.id] }),
        patch(top.id, { managers: [low.id] }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  });

  it('answers 409 last_administrator to blocking or demoting the last active one', async () => {
    const last = await api.administrator();
    await api.application(last.portal); // does not count
    const blocked = await api.account(last.portal, { roles: ['Administrator'] });
    expect((await patch(blocked.id, { status: false }, last)).status).toBe(200);
    for (const change of [{ status: false }, { roles: ['Learner'] }, { roles: [] }]) {
      const { status, body } = await patch(last.id, change, last);
      expect([status, body.error_code]).toEqual([409, 'last_administrator']);
    }
    expect((await patch(last.id, { roles: ['Administrator', 'Manager'] }, last)).status).toBe(200);
  });

  it('keeps one administrator if two demote each other concurrently', async () => {
    const one = await api.administrator();
    const two = await api.account(one.portal, { roles: ['Administrator'] });
    const answers = await Promise.all([
      patch(two.id, { roles: ['Learner'] }, one),
      patch(one.id, { roles: ['Learner'] }, two),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('answers 403 service_account for the account of an application', async () => {
    const app = await api.application(admin.portal);
    for (const answer of [await patch(app.id, { first_name: 'x' }), await remove(app.id)])
      expect([answer.status, answer.body.error_code]).toEqual([403, 'service_account']);
  });
});

describe('DELETE /v2/users/{user-id}', () => {
  it('closes the account: unknown from then on, reported, tokens ended, the address free again', async () => {
    const user = await api.account(admin.portal);
    expect((await me(user)).status).toBe(200);
    const answer = await remove(user.id);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await ends(user)).toBe(true);
    for (const gone of [await patch(user.id, {}), await remove(user.id)]) expect(gone.status).toBe(404);
    expect((await listTypes(user.id)).at(-1)).toBe('user.delete');
    const json = { email: user.email, first_name: 'Nia', last_name: 'Bell' };
    const anew = await admin.post('/v2/users', json);
    expect([anew.status, anew.body.id === user.id]).toEqual([201, false]);
  });

  it('ends the person’s grants to applications, unlike blocking', async () => {
    const user = await api.account(admin.portal);
    await api.db.many(sql`
      insert into auth.clients (client_id, name, grants, scopes, created_time, updated_time)
      values ('allowed-app', 'Allowed', '{}', '{}', now(), now())`);
    await api.db.many(sql`
      insert into auth.consents values (${admin.portal.id}, ${user.id}, 'allowed-app', '{lo.read}', now())`);
    const consents = () => api.db.many(sql`select 1 from auth.consents where account_id = ${user.id}`);
    await patch(user.id, { status: false });
    expect(await consents()).toHaveLength(1);
    await remove(user.id);
    expect(await consents()).toEqual([]);
  });

  it('removes the user from the managers of others', async () => {
    const boss = await api.account(admin.portal, { roles: ['Manager'] });
    const { id } = await api.account(admin.portal, { managers: [boss.id, manager.id] });
    await api.db.many(sql`
      update identity.accounts set updated_time = '2026-01-01T00:00:00Z' where id = any(${[id, manager.id]})`);
    await remove(boss.id);
    const { body } = await admin.get(`/v2/users/${id}`);
    expect(body.managers).toEqual([manager.id]);
    // a partner with a copy of the portal's users reads those that have changed since
    const changed = await admin.get(`/v2/users?updated=1767225601`);
    const ids = changed.body.hits.map((user: { id: number }) => user.id);
    expect([ids.includes(id), ids.includes(manager.id)]).toEqual([true, false]);
  });

  it('answers 409 last_administrator for the last active one', async () => {
    const last = await api.administrator();
    const { status, body } = await remove(last.id, last);
    expect([status, body.error_code]).toEqual([409, 'last_administrator']);
  });
});
