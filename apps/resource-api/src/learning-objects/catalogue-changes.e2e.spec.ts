import { CatalogueSeed, useResourceApi, type TestAccount, type TestPortal } from '@app/testing';

describe('changes of the catalogue', () => {
  const api = useResourceApi();
  let seed: CatalogueSeed;
  let acme: TestAccount;
  let globex: TestAccount;
  let market: TestPortal;

  beforeAll(async () => {
    acme = await api.administrator();
    globex = await api.administrator();
    market = await api.portal();
    seed = await CatalogueSeed.open(api.database.urls.owner, api.clock);
    await seed.provider('acme', acme.portal.id, 'Acme');
    await seed.provider('market', market.id);
  }, 60_000);
  afterAll(() => seed?.close());

  interface Event {
    portal_id: number;
    type: string;
    audience: number[] | null;
    wide: boolean;
    data: Record<string, unknown>;
  }
  const eventsOf = async (id: number): Promise<Event[]> =>
    (
      await api.db.many<Omit<Event, 'data'> & { data: string }>(
        `select portal_id, type, audience, wide, data from learning.outbox
          where object_type = 'lo' and object_id = $1 order by id`,
        [id],
      )
    ).map((event) => ({ ...event, data: JSON.parse(event.data) as Record<string, unknown> }));
  const typesOf = async (id: number) =>
    (await eventsOf(id)).map(({ type, wide }) => (wide ? `${type} (wide)` : type));
  const titles = async (keyword: string, by = acme) => {
    const answer = await api.http.get(`/v2/learning-objects?keyword=${keyword}`, { token: by.token });
    return answer.body.hits.map((hit: { title: string }) => hit.title);
  };

  it('POST /v2/content/links makes a link that is found at once, and says so', async () => {
    const answer = await api.http.post('/v2/content/links', {
      token: acme.token,
      json: { title: 'Quokka handbook', url: 'http://intranet.acme/quokka', language: 'en' },
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      type: 'link',
      title: 'Quokka handbook',
      url: 'http://intranet.acme/quokka',
      provider: { name: 'Acme' },
      subscription: { licenses: -1 },
    });
    expect(await titles('quokka')).toEqual(['Quokka handbook']);
    expect(await titles('quokka', globex)).toEqual([]);
    const found = await api.http.get('/v2/learning-objects?type=learning_resource&keyword=quokka', {
      token: acme.token,
    });
    expect(found.body.total).toBe(1);
    // what its page says is the worker's business, later
    expect(
      await api.db.many('select tries from learning.link_pages where lo_id = $1', [answer.body.id]),
    ).toEqual([{ tries: 0 }]);
    const [created, ...more] = await eventsOf(answer.body.id);
    expect(more).toEqual([]);
    expect(created).toMatchObject({
      type: 'lo.create',
      portal_id: acme.portal.id,
      data: { title: 'Quokka handbook' },
    });
    for (const perPortal of ['subscription', 'collections', 'portal_collection', 'items'])
      expect(created!.data).not.toHaveProperty(perPortal);
  });

  it('POST /v2/content/manual makes a workshop of a named provider', async () => {
    const send = () =>
      api.http.post('/v2/content/manual', {
        token: acme.token,
        form: { title: 'Climbing', provider: 'Alpine Club', language: 'de' },
      });
    const [one, other] = [await send(), await send()];
    expect(one.status).toBe(201);
    expect(one.body).toMatchObject({ type: 'manual', language: 'de', provider: { name: 'Alpine Club' } });
    expect(other.body.provider.id).toBe(one.body.provider.id);
    expect(await titles('alpine')).toEqual(['Climbing', 'Climbing']);
  });

  it.each([
    ['links', { url: 'https://x.example/' }, 'title'],
    ['links', { title: 'x' }, 'url'],
    ['links', { title: 'x', url: 'javascript:alert(1)' }, 'url'],
    ['links', { title: 'x'.repeat(256), url: 'https://x.example/' }, 'title'],
    ['links', { title: 'x', url: 'https://x.example/', language: 'EN' }, 'language'],
    ['manual', { title: 'x' }, 'provider'],
  ])('POST /v2/content/%s refuses %j and names the field', async (kind, json, field) => {
    const answer = await api.http.post(`/v2/content/${kind}`, { token: acme.token, json });
    expect(answer.status).toBe(400);
    expect(answer.body.additional_errors.map((error: { path: string }) => error.path)).toContain(field);
  });

  it('learners make and change no content', async () => {
    const learner = await api.account(acme.portal);
    const refused = await api.http.post('/v2/content/links', {
      token: learner.token,
      json: { title: 'x', url: 'https://x.example/' },
    });
    expect(refused.status).toBe(403);
  });

  it('PATCH changes what is found at once, tells the owner, and refuses a stale ETag', async () => {
    const ids = await seed.load([{ provider: 'acme', external_id: 'walrus', type: 'text', title: 'Walrus' }]);
    const id = ids.get('acme walrus')!;
    const path = `/v2/learning-objects/${id}`;
    const before = await api.http.get(path, { token: acme.token });
    const etag = String(before.headers['etag']);
    const changed = await api.http.patch(path, {
      token: acme.token,
      json: { title: 'Narwhal', tags: ['sea'] },
      headers: { 'if-match': etag },
    });
    expect(changed.body).toMatchObject({ title: 'Narwhal', tags: ['sea'] });
    expect(await titles('walrus')).toEqual([]);
    expect(await titles('narwhal')).toEqual(['Narwhal']);
    const stale = await api.http.patch(path, {
      token: acme.token,
      json: { title: 'X' },
      headers: { 'if-match': etag },
    });
    expect(stale.status).toBe(412);
    expect(await typesOf(id)).toEqual(['lo.update']);
  });

  it('premium content that changes tells its viewers; hidden, it is gone at once and its viewers hear of it', async () => {
    const seller = await api.administrator(market);
    const ids = await seed.load([
      { provider: 'market', external_id: 'okapi', type: 'text', title: 'Okapi', premium: true },
    ]);
    const id = ids.get('market okapi')!;
    const find = async () =>
      (await api.http.get('/v2/learning-objects?premium=true&keyword=okapi', { token: acme.token })).body
        .total as number;
    expect(await find()).toBe(1);
    const patch = (json: object) =>
      api.http.patch(`/v2/learning-objects/${id}`, { token: seller.token, json });
    await patch({ summary: 'Shy' });
    expect(await typesOf(id)).toEqual(['lo.update', 'content.update (wide)']);
    await patch({ published: false });
    expect(await find()).toBe(0);
    const lost = (await eventsOf(id)).find((event) => event.type === 'lo.delete')!;
    expect(lost.audience).toEqual(expect.arrayContaining([acme.portal.id, globex.portal.id]));
    expect(lost.audience).not.toContain(market.id);
    await patch({ published: true });
    expect(await find()).toBe(1);
    const gained = (await eventsOf(id)).find((event) => event.type === 'lo.create')!;
    expect(gained.audience).toEqual(expect.arrayContaining([acme.portal.id, globex.portal.id]));
  });

  it('DELETE retires: found by nobody, named by nobody, and heard of once', async () => {
    const ids = await seed.load([
      {
        provider: 'acme',
        external_id: 'dodo',
        type: 'course',
        title: 'Dodo',
        items: [{ external_id: 'dodo-1', type: 'text', title: 'Dodo item' }],
      },
    ]);
    const remove = () =>
      api.http.delete(`/v2/learning-objects/${ids.get('acme dodo')}`, { token: acme.token });
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
    expect(await titles('dodo')).toEqual([]);
    expect(await typesOf(ids.get('acme dodo')!)).toEqual(['lo.delete']);
    expect(await typesOf(ids.get('acme dodo-1')!)).toEqual(['lo.delete']);
  });

  describe('collections', () => {
    const call = (verb: 'add' | 'remove', collection: string | number, lo: unknown, by = acme) =>
      api.http.post(`/v2/collections/${collection}/items/${verb}`, { token: by.token, json: { lo } });
    const inDefault = async () =>
      (await api.http.get('/v2/learning-objects?collection=default', { token: acme.token })).body;

    it('takes premium content up, again without a change, shows it without premium=true, and lets it go', async () => {
      const ids = await seed.load([
        { provider: 'market', external_id: 'emu', type: 'text', title: 'Emu', premium: true },
        { provider: 'acme', external_id: 'kiwi', type: 'text', title: 'Kiwi' },
      ]);
      const [emu, kiwi] = [ids.get('market emu')!, ids.get('acme kiwi')!];
      expect(await titles('emu')).toEqual([]);
      for (const _ of [1, 2]) expect((await call('add', 'default', [emu, kiwi, kiwi])).status).toBe(204);
      const { total, hits } = await inDefault();
      expect(total).toBe(2);
      expect(hits[0]).toMatchObject({ portal_collection: true, collections: [expect.any(Number)] });
      expect(await titles('emu')).toEqual(['Emu']);
      expect(await titles('emu', globex)).toEqual([]);
      expect((await call('remove', 'default', [emu, 999_999])).status).toBe(204);
      expect((await inDefault()).total).toBe(1);
      expect(await titles('emu')).toEqual([]);
      expect((await call('remove', 'default', [kiwi])).status).toBe(204);
    });

    it('changes nothing when one id is unknown, and names it', async () => {
      const ids = await seed.load([{ provider: 'acme', external_id: 'ibis', type: 'text', title: 'Ibis' }]);
      const answer = await call('add', 'default', [ids.get('acme ibis'), 888_888]);
      expect(answer.status).toBe(400);
      expect(answer.body.additional_errors).toEqual([
        { path: 'lo', message: 'no such learning object: 888888', error_code: 'unknown_learning_object' },
      ]);
      expect((await inDefault()).total).toBe(0);
    });

    it('answers 404 for a collection that is not of this portal, 400 without lo', async () => {
      const foreign = await seed.collection('theirs', globex.portal.id);
      const own = await seed.collection('ours', acme.portal.id);
      for (const collection of [foreign, 999_999, 'nonsense', '12abc'])
        expect((await call('add', collection, [])).status).toBe(404);
      expect((await call('add', own, [])).status).toBe(204);
      for (const lo of [undefined, 'x', ['x'], [0]])
        expect((await call('add', 'default', lo)).status).toBe(400);
    });

    it('passes sight on to its subscribers and takes it away again', async () => {
      const ids = await seed.load([{ provider: 'acme', external_id: 'lynx', type: 'text', title: 'Lynx' }]);
      const id = ids.get('acme lynx')!;
      const shared = await seed.collection('shared', acme.portal.id);
      await seed.subscribe(globex.portal.id, shared, 7);
      await call('add', shared, [id]);
      const seen = await api.http.get(`/v2/learning-objects/${id}`, { token: globex.token });
      expect(seen.body).toMatchObject({
        subscription: { licenses: 7 },
        collections: [],
        portal_collection: false,
      });
      await call('remove', shared, [id]);
      expect((await api.http.get(`/v2/learning-objects/${id}`, { token: globex.token })).status).toBe(404);
      expect((await eventsOf(id)).map(({ type, audience }) => ({ type, audience }))).toEqual([
        { type: 'lo.create', audience: [globex.portal.id] },
        { type: 'lo.delete', audience: [globex.portal.id] },
      ]);
    });
  });
});
