import { endSubscription } from '@app/catalogue';
import { openDatabase, sql } from '@app/database';
import type { Answer, CatalogueSeed } from '@app/testing';
import { useResourceApi, type TestAccount, type TestPortal } from '../../test/resource-api.js';

const api = useResourceApi();

const word = 'zebrafish';

/** Everything that acme must not see, each for a different reason. */
const hidden = {
  "another portal's own": 'globex own',
  "another portal's item inside a course": 'globex inside',
  'an unpublished object of another portal, though premium': 'market draft',
  'an item of an unpublished premium course': 'market draftitem',
  'the content of a group that acme does not subscribe to': 'market grouped',
  'the content of a group whose subscription has ended': 'market ended',
  'the content of a collection that acme does not subscribe to': 'globex collected',
  'what a subscribed collection holds though its own portal does not see it': 'market smuggled',
  'a retired object of acme': 'acme retired',
  'an item that went with its retired course': 'acme retireditem',
};

describe('content that a portal may not see', () => {
  let seed: CatalogueSeed;
  let acme: TestAccount;
  let market: TestPortal;
  let ids: Map<string, number>;

  beforeAll(async () => {
    acme = await api.administrator();
    const globex = await api.portal();
    market = await api.portal();
    const partner = await api.portal();
    seed = await api.catalogue();
    await seed.provider('acme', acme.portal.id);
    await seed.provider('globex', globex.id);
    await seed.provider('market', market.id);
    await seed.group('closed', market.id);
    const ended = await seed.group('ended', market.id);
    await seed.subscribe(acme.portal.id, ended);
    const content = { html: `<p>${word}</p>` };
    const text = { type: 'text' as const, content };
    const title = (what: string) => `${word} ${what}`;
    ids = await seed.load([
      { provider: 'acme', external_id: 'seen', ...text, title: title('seen') },
      { provider: 'globex', external_id: 'own', ...text, title: title('own') },
      {
        provider: 'globex',
        external_id: 'course',
        type: 'course',
        title: title('course'),
        items: [{ external_id: 'inside', ...text, title: title('inside') }],
      },
      { provider: 'globex', external_id: 'collected', ...text, title: title('collected') },
      {
        provider: 'market',
        external_id: 'draft',
        ...text,
        title: title('draft'),
        premium: true,
        published: false,
      },
      {
        provider: 'market',
        external_id: 'draftcourse',
        type: 'course',
        title: title('draft course'),
        premium: true,
        published: false,
        items: [{ external_id: 'draftitem', ...text, title: title('draft item'), published: true }],
      },
      {
        provider: 'market',
        external_id: 'grouped',
        ...text,
        title: title('grouped'),
        content_groups: ['closed'],
      },
      { provider: 'market', external_id: 'ended', ...text, title: title('ended'), content_groups: ['ended'] },
      { provider: 'market', external_id: 'smuggled', ...text, title: title('smuggled') },
      {
        provider: 'acme',
        external_id: 'retired',
        type: 'course',
        title: title('retired'),
        items: [{ external_id: 'retireditem', ...text, title: title('retired item') }],
      },
    ]);
    await seed.collection('private', globex.id, [{ provider: 'globex', external_id: 'collected' }]);
    const smuggling = await seed.collection('smuggling', partner.id, [
      { provider: 'market', external_id: 'smuggled' },
    ]);
    await seed.subscribe(acme.portal.id, smuggling);
    const owner = await openDatabase({ url: api.database.urls.owner, applicationName: 'test', poolSize: 1 });
    await owner.write((tx) => endSubscription(tx, { portalId: acme.portal.id, audienceId: ended }));
    await owner.dataSource.destroy();
    const retired = await acme.delete(`/v2/learning-objects/${ids.get('acme retired')}`);
    expect(retired.status).toBe(204);
  });

  const get = (path: string) => acme.get(path);
  const post = (path: string, json: object) => acme.post(path, json);
  const search = (query: string) => get(`/v2/learning-objects?${query}`);
  const names = (answer: Answer, id: number) => JSON.stringify(answer.body).includes(`"id":${id},`);

  it('is not vacuous: each of these ways finds content visible to acme', async () => {
    const id = ids.get('acme seen')!;
    for (const query of ['', `keyword=${word}`, `id[]=${id}`, 'scroll=true'])
      expect(names(await search(query), id)).toBe(true);
    for (const way of ['', '/preview', '/scorm'])
      expect((await get(`/v2/learning-objects/${id}${way}`)).status).toBe(200);
    expect((await post('/v2/collections/default/items/add', { lo: [id] })).status).toBe(204);
    expect((await post('/v2/enrollments', { lo_id: id })).status).toBe(201);
  });

  describe.each(Object.entries(hidden))('%s', (_, key) => {
    const id = () => ids.get(key)!;

    it.each([
      '',
      'premium=true',
      `keyword=${word}`,
      `keyword=${word}&premium=true`,
      'type=learning_resource&premium=true',
    ])('is not found by a search for "%s"', async (query) => {
      expect(ids.get(key)).toBeDefined();
      expect(names(await search(`limit=50&${query}`), id())).toBe(false);
    });

    it('is not found by id[], in a collection, a group or a scroll', async () => {
      for (const query of [
        `id[]=${id()}`,
        `id[]=${id()}&premium=true`,
        'collection=default&premium=true',
        'content_group[]=1&content_group[]=2&content_group[]=3&content_group[]=4&premium=true',
        'collection=1&premium=true',
        'collection=2&premium=true',
        'collection=3&premium=true',
        'collection=4&premium=true',
        'scroll=true&premium=true&limit=50',
      ])
        expect(names(await search(query), id())).toBe(false);
    });

    it('answers 404 to detail, preview, scorm, change and removal', async () => {
      const path = `/v2/learning-objects/${id()}`;
      for (const way of [path, `${path}/preview`, `${path}/scorm`]) expect((await get(way)).status).toBe(404);
      const sent = { token: acme.token, json: { title: 'mine now' } };
      expect((await api.http.patch(path, sent)).status).toBe(404);
      expect((await acme.delete(path)).status).toBe(404);
    });

    it('cannot be enrolled in or added to a collection', async () => {
      expect((await post('/v2/enrollments', { lo_id: id() })).status).toBe(404);
      const award = await post('/v2/enrollments/award', { award_id: id(), user_id: acme.id });
      expect(award.status).toBe(404);
      const added = await post('/v2/collections/default/items/add', { lo: [ids.get('acme seen'), id()] });
      expect(added.status).toBe(400);
      expect(added.body.message).toContain(String(id()));
    });
  });

  it('is not counted anywhere: totals and facets include only content visible to acme', async () => {
    const { total, facets } = (
      await search(`keyword=${word}&premium=true&limit=0&facets=type,instance,language`)
    ).body;
    expect(total).toBe(1);
    expect(facets.type.buckets).toEqual([{ key: 'text', doc_count: 1 }]);
    expect(facets.instance.buckets).toHaveLength(1);
    expect(facets.language.buckets).toEqual([{ key: 'en', doc_count: 1 }]);
  });

  it('disappears from enrollments, scrolls and preview URLs created before it was hidden', async () => {
    const seller = await api.administrator(market);
    const loaded = await seed.load([
      {
        provider: 'market',
        external_id: 'withdrawn',
        type: 'text',
        title: 'Withdrawn',
        premium: true,
        content: { html: '<p>Withdrawn</p>' },
      },
    ]);
    const id = loaded.get('market withdrawn')!;
    const path = `/v2/learning-objects/${id}`;
    const { body: enrollment } = await post('/v2/enrollments', { lo_id: id });
    const shown = async () => {
      const { body: list } = await get(`/v2/enrollments?lo_ids=${id}&include=lo`);
      const { body: one } = await get(`/v2/enrollments/${enrollment.id}?include=lo`);
      expect(one.lo).toEqual(list.hits[0].lo);
      return [list.total, Object.keys(one.lo).length, one.lo.title];
    };
    expect(await shown()).toEqual([1, expect.any(Number), 'Withdrawn']);
    const { body: scroll } = await search('premium=true&scroll=true&limit=0');
    const { body: preview } = await get(`${path}/preview`);
    const page = preview.hits[0].url.replace(api.settings.API_PUBLIC_URL, '');
    expect((await api.http.get(page)).status).toBe(200);

    const hidden = { published: false, title: 'A secret new title' };
    await seller.patch(path, hidden);
    // id, type, title and provider as they were: the learner's history
    expect(await shown()).toEqual([1, 4, 'Withdrawn']);
    expect(names(await search(`scroll=true&scrollId=${scroll._scroll_id}&limit=50`), id)).toBe(false);
    expect((await api.http.get(page)).status).not.toBe(200);
  });

  it('is not in the tree of visible content', async () => {
    const shared = await seed.load([
      {
        provider: 'acme',
        external_id: 'tree',
        type: 'course',
        title: 'Tree',
        items: [{ ref: 'seen' }],
      },
    ]);
    const removed = await acme.delete(`/v2/learning-objects/${ids.get('acme seen')}`);
    expect(removed.status).toBe(204);
    const tree = await get(`/v2/learning-objects/${shared.get('acme tree')}`);
    expect(tree.body).toMatchObject({ items: [], items_count: 0 });
  });
});

describe('catalogue changes', () => {
  let seed: CatalogueSeed;
  let acme: TestAccount;
  let globex: TestAccount;
  let market: TestPortal;

  beforeAll(async () => {
    acme = await api.administrator();
    globex = await api.administrator();
    market = await api.portal();
    seed = await api.catalogue();
    await seed.provider('owner', acme.portal.id, 'Acme');
    await seed.provider('seller', market.id);
  });

  interface Event {
    portal_id: number;
    type: string;
    audience: number[] | null;
    wide: boolean;
    data: Record<string, unknown>;
  }
  const listEvents = async (id: number): Promise<Event[]> =>
    (
      await api.db.many<Omit<Event, 'data'> & { data: string }>(sql`
        select portal_id, type, audience, wide, data from learning.outbox
         where object_type = 'lo' and object_id = ${id} order by id`)
    ).map((event) => ({ ...event, data: JSON.parse(event.data) as Record<string, unknown> }));
  const listTypes = async (id: number) =>
    (await listEvents(id)).map(({ type, wide }) => (wide ? `${type} (wide)` : type));
  const titles = async (keyword: string, actor = acme) => {
    const answer = await actor.get(`/v2/learning-objects?keyword=${keyword}`);
    return answer.body.hits.map((hit: { title: string }) => hit.title);
  };

  it('PATCH changes search results immediately, notifies the owner, and refuses a stale ETag', async () => {
    const ids = await seed.load([
      { provider: 'owner', external_id: 'walrus', type: 'text', title: 'Walrus' },
    ]);
    const id = ids.get('owner walrus')!;
    const path = `/v2/learning-objects/${id}`;
    const before = await acme.get(path);
    const etag = String(before.headers['etag']);
    const changed = await acme.patch(
      path,
      { title: 'Narwhal', tags: ['sea'] },
      { headers: { 'if-match': etag } },
    );
    expect(changed.body).toMatchObject({ title: 'Narwhal', tags: ['sea'] });
    expect(await titles('walrus')).toEqual([]);
    expect(await titles('narwhal')).toEqual(['Narwhal']);
    const stale = await acme.patch(path, { title: 'X' }, { headers: { 'if-match': etag } });
    expect(stale.status).toBe(412);
    expect(await listTypes(id)).toEqual(['lo.update']);
  });

  it('changed premium content is reported to its viewers; once hidden, it disappears immediately and they are notified', async () => {
    const seller = await api.administrator(market);
    const ids = await seed.load([
      { provider: 'seller', external_id: 'okapi', type: 'text', title: 'Okapi', premium: true },
    ]);
    const id = ids.get('seller okapi')!;
    const find = async () =>
      (await acme.get('/v2/learning-objects?premium=true&keyword=okapi')).body.total as number;
    expect(await find()).toBe(1);
    const patch = (json: object) => seller.patch(`/v2/learning-objects/${id}`, json);
    await patch({ summary: 'Shy' });
    expect(await listTypes(id)).toEqual(['lo.update', 'content.update (wide)']);
    await patch({ published: false });
    expect(await find()).toBe(0);
    const lost = (await listEvents(id)).find((event) => event.type === 'lo.delete')!;
    expect(lost.audience).toEqual(expect.arrayContaining([acme.portal.id, globex.portal.id]));
    expect(lost.audience).not.toContain(market.id);
    await patch({ published: true });
    expect(await find()).toBe(1);
    const gained = (await listEvents(id)).find((event) => event.type === 'lo.create')!;
    expect(gained.audience).toEqual(expect.arrayContaining([acme.portal.id, globex.portal.id]));
  });

  it('DELETE retires: the object can no longer be found or named, and is reported once', async () => {
    const ids = await seed.load([
      {
        provider: 'owner',
        external_id: 'dodo',
        type: 'course',
        title: 'Dodo',
        items: [{ external_id: 'dodo-1', type: 'text', title: 'Dodo item' }],
      },
    ]);
    const remove = () => acme.delete(`/v2/learning-objects/${ids.get('owner dodo')}`);
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
    expect(await titles('dodo')).toEqual([]);
    expect(await listTypes(ids.get('owner dodo')!)).toEqual(['lo.delete']);
    expect(await listTypes(ids.get('owner dodo-1')!)).toEqual(['lo.delete']);
  });

  describe('collections', () => {
    const call = (verb: 'add' | 'remove', collection: number, lo: number[]) =>
      acme.post(`/v2/collections/${collection}/items/${verb}`, { lo });

    it('makes it visible to its subscribers and hides it again', async () => {
      const ids = await seed.load([{ provider: 'owner', external_id: 'lynx', type: 'text', title: 'Lynx' }]);
      const id = ids.get('owner lynx')!;
      const shared = await seed.collection('shared', acme.portal.id);
      await seed.subscribe(globex.portal.id, shared, 7);
      await call('add', shared, [id]);
      const seen = await globex.get(`/v2/learning-objects/${id}`);
      expect(seen.body).toMatchObject({
        subscription: { licenses: 7 },
        collections: [],
        portal_collection: false,
      });
      await call('remove', shared, [id]);
      expect((await globex.get(`/v2/learning-objects/${id}`)).status).toBe(404);
      expect((await listEvents(id)).map(({ type, audience }) => ({ type, audience }))).toEqual([
        { type: 'lo.create', audience: [globex.portal.id] },
        { type: 'lo.delete', audience: [globex.portal.id] },
      ]);
    });
  });
});
