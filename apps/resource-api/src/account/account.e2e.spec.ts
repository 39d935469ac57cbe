import { anyWireTime } from '@app/testing';
import { randomBytes } from 'node:crypto';
import { useResourceApi, type TestAccount } from '../../test/resource-api.js';

const api = useResourceApi();

describe('GET /v2/account', () => {
  const pricing = { currency: 'EUR', price: 24_000, tax: 19, tax_included: false };
  const plan = {
    name: 'Enterprise',
    type: 'platform',
    region: 'EU',
    renewal_date: '2027-06-30',
    licensed_user_count: 250,
    pricing,
  };

  it('shows the portal the token is connected to, with activated features and billing plan', async () => {
    const portal = await api.portal({ features: ['login_links', 'webhooks'], plan });
    const admin = await api.administrator(portal);
    const { status, body } = await admin.get('/v2/account');
    expect(status).toBe(200);
    expect(body).toEqual({
      id: portal.id,
      name: portal.name,
      url: portal.name,
      title: expect.any(String),
      features: ['login_links', 'webhooks'],
      plan: { ...plan, active_user_count: 1 },
      created_time: anyWireTime(),
    });
  });

  it('counts active people as seats, not applications or blocked people', async () => {
    const portal = await api.portal({ plan });
    const admin = await api.administrator(portal);
    await api.application(portal);
    const blocked = await api.account(portal);
    const seats = async () => (await admin.get('/v2/account')).body.plan.active_user_count;
    expect(await seats()).toBe(2);
    const json = { status: false };
    expect((await admin.patch(`/v2/users/${blocked.id}`, json)).status).toBe(200);
    expect(await seats()).toBe(1);
  });

  it('shows the price to administrators and applications of the portal only (contract 3.50)', async () => {
    const portal = await api.portal({ plan });
    const application = await api.application(portal);
    const pricings = await Promise.all(
      (['Administrator', 'Manager', 'Content administrator', 'Learner'] as const).map(async (role) => {
        const { token } = await api.account(portal, { roles: [role] });
        return (await api.http.get('/v2/account', { token })).body.plan.pricing;
      }),
    );
    expect(pricings).toEqual([pricing, null, null, null]);
    const { body } = await application.get('/v2/account');
    expect(body.plan.pricing).toEqual(pricing);
  });

  it('names every member of the plan, even for a portal without one', async () => {
    const admin = await api.administrator(await api.portal());
    const { body } = await admin.get('/v2/account');
    expect(body.plan).toEqual({
      name: 'Free',
      type: 'free',
      region: 'EU',
      renewal_date: null,
      active_user_count: 1,
      licensed_user_count: 0,
      pricing: { currency: 'EUR', price: 0, tax: 0, tax_included: false },
    });
  });

  it.each([['account.read'], ['portal.read']])('accepts a token with scope %s', async (scope) => {
    const portal = await api.portal();
    const account = await api.account(portal);
    const token = await api.mint.sign({ portal, account }, { scope, scopes: [scope] });
    expect((await api.http.get('/v2/account', { token })).status).toBe(200);
  });
});

describe('the seats of a portal', () => {
  /** A portal with this many seats, its administrator in one of them. */
  const createBoss = async (licensed_user_count: number): Promise<TestAccount> =>
    api.administrator(await api.portal({ plan: { licensed_user_count } }));
  const create = (actor: TestAccount, email = `s${randomBytes(6).toString('hex')}@example.com`) =>
    actor.post('/v2/users', { email, first_name: 'S', last_name: 'S', send_login_email: false });
  const patch = (actor: TestAccount, id: number, json: object) => actor.patch(`/v2/users/${id}`, json);
  const active = async (actor: TestAccount) => (await actor.get('/v2/account')).body.plan.active_user_count;

  it('are checked when a user is created: 409 no_seat_left, and nothing is created', async () => {
    const boss = await createBoss(2);
    await api.application(boss.portal); // takes none
    expect((await create(boss)).status).toBe(201);
    const { status, body } = await create(boss, 'third@example.com');
    expect([status, body.error_code, body.seats]).toEqual([409, 'no_seat_left', 2]);
    const users = await boss.get('/v2/users?email=third@example.com');
    expect([users.body.total, await active(boss)]).toEqual([0, 2]);
  });

  it('are checked when a user is unblocked, and freed when a user is blocked or removed', async () => {
    const boss = await createBoss(2);
    const { id } = (await create(boss)).body;
    await patch(boss, id, { status: false });
    const other = (await create(boss)).body.id;
    const refused = await patch(boss, id, { status: true, first_name: 'Changed' });
    expect([refused.status, refused.body.error_code]).toEqual([409, 'no_seat_left']);
    expect((await patch(boss, other, { status: true, first_name: 'Still' })).status).toBe(200);
    await boss.delete(`/v2/users/${other}`);
    expect((await patch(boss, id, { status: true })).status).toBe(200);
    expect(await active(boss)).toBe(2);
  });

  it('count offered accounts', async () => {
    const boss = await createBoss(2);
    const elsewhere = await api.account(await api.portal());
    expect((await create(boss, elsewhere.email)).status).toBe(201);
    expect((await create(boss)).body.error_code).toBe('no_seat_left');
  });

  it('are limited to the last one for ten concurrent requests', async () => {
    const boss = await createBoss(5);
    const blocked = (await create(boss)).body.id;
    await patch(boss, blocked, { status: false });
    for (let createdCount = 0; createdCount < 3; createdCount += 1) await create(boss);
    const answers = await Promise.all([
      ...Array.from({ length: 9 }, () => create(boss)),
      patch(boss, blocked, { status: true }),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(await active(boss)).toBe(5);
  });

  it('are unlimited where the plan names no number, or the portal pays per seat', async () => {
    for (const boss of [await createBoss(0), await api.administrator()])
      for (let createdCount = 0; createdCount < 3; createdCount += 1)
        expect((await create(boss)).status).toBe(201);
    const boss = await createBoss(1);
    const put = (json: object) => boss.put('/v2/configuration', json);
    await put({ pay_per_seat: true });
    expect((await create(boss)).status).toBe(201);
    await put({ pay_per_seat: false });
    expect((await create(boss)).status).toBe(409);
  });
});
