import { CatalogueSeed, useResourceApi, type Sent, type TestAccount } from '@app/testing';

describe('POST /v2/collections/{collection-id}/items/add and /remove', () => {
  const api = useResourceApi();
  let seed: CatalogueSeed;
  let acme: TestAccount;
  let one: number;
  let other: number;
  let numeric: number;

  beforeAll(async () => {
    acme = await api.administrator();
    seed = await CatalogueSeed.open(api.database.urls.owner, api.clock);
    await seed.provider('acme', acme.portal.id);
    const ids = await seed.load([
      { provider: 'acme', external_id: 'one', type: 'text', title: 'One' },
      { provider: 'acme', external_id: 'other', type: 'text', title: 'Other' },
    ]);
    [one, other] = [ids.get('acme one')!, ids.get('acme other')!];
    numeric = await seed.collection('numeric', acme.portal.id);
  }, 60_000);
  afterAll(() => seed?.close());

  const call = (verb: string, collection: string | number, sent: Sent, token = acme.token) =>
    api.http.post(`/v2/collections/${collection}/items/${verb}`, { token, ...sent });
  const held = async (collection: string | number): Promise<number[]> => {
    const answer = await api.http.get(`/v2/learning-objects?collection=${collection}&sort=title`, {
      token: acme.token,
    });
    return answer.body.hits.map((hit: { id: number }) => hit.id);
  };

  it('answers 204 without a body, for a numeric collection as for the default one', async () => {
    for (const collection of [numeric, 'default']) {
      const added = await call('add', collection, { json: { lo: [one, other] } });
      expect([added.status, added.text]).toEqual([204, '']);
      expect(await held(collection)).toEqual([one, other]);
      const removed = await call('remove', collection, { json: { lo: [other] } });
      expect([removed.status, removed.text]).toEqual([204, '']);
      expect(await held(collection)).toEqual([one]);
      await call('remove', collection, { json: { lo: [one] } });
      expect(await held(collection)).toEqual([]);
    }
  });

  it('names in each object the collections of the portal that hold it', async () => {
    await call('add', numeric, { json: { lo: [one] } });
    const { body } = await api.http.get(`/v2/learning-objects/${one}`, { token: acme.token });
    expect(body).toMatchObject({ collections: [numeric], portal_collection: true });
    await call('remove', numeric, { json: { lo: [one] } });
  });

  it.each<[string, (lo: number) => Sent]>([
    ['lo[]=1&lo[]=2', (lo) => form(`lo[]=${lo}&lo[]=${lo}`)],
    ['lo[0]=1', (lo) => form(`lo[0]=${lo}`)],
    ['lo=1', (lo) => form(`lo=${lo}`)],
  ])('takes the ids urlencoded as %s', async (_, sent) => {
    expect((await call('add', numeric, sent(one))).status).toBe(204);
    expect(await held(numeric)).toEqual([one]);
    expect((await call('remove', numeric, sent(one))).status).toBe(204);
    expect(await held(numeric)).toEqual([]);
  });

  it('takes 10,000 ids a call and no more', async () => {
    const many = Array.from({ length: 10_000 }, (_, n) => 1_000_000 + n);
    expect((await call('remove', 'default', { json: { lo: many } })).status).toBe(204);
    const refused = await call('add', 'default', { json: { lo: many } });
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain('1000000');
    for (const verb of ['add', 'remove']) {
      const tooMany = await call(verb, 'default', { json: { lo: [...many, 1] } });
      expect(tooMany.status).toBe(400);
    }
  });

  it.each(['add', 'remove'])('%s: 400 without lo, 404 for an unknown collection', async (verb) => {
    for (const json of [{}, { lo: null }, { lo: [1.5] }, { lo: ['one'] }]) {
      const refused = await call(verb, 'default', { json });
      expect(refused.status).toBe(400);
      expect(refused.body.additional_errors[0].path).toMatch(/^lo/);
    }
    for (const collection of [999_999, '99999999999', 'other', '-1'])
      expect((await call(verb, collection, { json: { lo: [one] } })).status).toBe(404);
  });

  it('is for administrators and content administrators, with lo.write', async () => {
    const by = async (role: string) => (await api.account(acme.portal, { roles: [role] })).token;
    const send = (token: string) => call('remove', 'default', { json: { lo: [one] } }, token);
    expect((await send(await by('Content administrator'))).status).toBe(204);
    for (const role of ['Manager', 'Learner']) expect((await send(await by(role))).status).toBe(403);
    const reader = await api.application(acme.portal, ['lo.read']);
    expect((await send(reader.token)).body.error_code).toBe('insufficient_scope');
  });
});

const form = (body: string): Sent => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body,
});
