import { anyWireTime } from '@app/testing';
import { useResourceApi } from '../../test/resource-api.js';

describe('GET /v2/account', () => {
  const api = useResourceApi();
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
    const { status, body } = await api.http.get('/v2/account', { token: admin.token });
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
    const seats = async () =>
      (await api.http.get('/v2/account', { token: admin.token })).body.plan.active_user_count;
    expect(await seats()).toBe(2);
    const json = { status: false };
    expect((await api.http.patch(`/v2/users/${blocked.id}`, { token: admin.token, json })).status).toBe(200);
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
    const { body } = await api.http.get('/v2/account', { token: application.token });
    expect(body.plan.pricing).toEqual(pricing);
  });

  it('names every member of the plan, even for a portal without one', async () => {
    const admin = await api.administrator(await api.portal());
    const { body } = await api.http.get('/v2/account', { token: admin.token });
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
