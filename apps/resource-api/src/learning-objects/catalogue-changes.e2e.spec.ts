import { sql } from '@app/database';
import type { CatalogueSeed } from '@app/testing';
import { useResourceApi, type TestAccount, type TestPortal } from '../../test/resource-api.js';

describe('catalogue changes', () => {
  const api = useResourceApi();
  let seed: CatalogueSeed;
  let acme: TestAccount;
  let globex: TestAccount;
  let market: TestPortal;

  beforeAll(async () => {
    acme = await api.administrator();
    globex = await api.administrator();
    market = await api.portal();
    seed = await api.catalogue();
    await seed.provider('acme', acme.portal.id, 'Acme');
    await seed.provider('market', market.id);
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
    const answer = await api.http.get(`/v2/learning-objects?keyword=${keyword}`, { token: actor.token });
    return answer.body.hits.map((hit: { title: string }) => hit.title);
  };

  it('PATCH changes search results immediately, notifies the owner, and refuses a stale ETag', async () => {
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
    expect(await listTypes(id)).toEqual(['lo.update']);
  });

  it('changed premium content is reported to its viewers; once hidden, it disappears immediately and they are notified', async () => {
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
    expect(await listTypes(ids.get('acme dodo')!)).toEqual(['lo.delete']);
    expect(await listTypes(ids.get('acme dodo-1')!)).toEqual(['lo.delete']);
  });

  describe('collections', () => {
    const call = (verb: 'add' | 'remove', collection: number, lo: number[]) =>
      api.http.post(`/v2/collections/${collection}/items/${verb}`, { token: acme.token, json: { lo } });

    it('makes it visible to its subscribers and hides it again', async () => {
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
      expect((await listEvents(id)).map(({ type, audience }) => ({ type, audience }))).toEqual([
        { type: 'lo.create', audience: [globex.portal.id] },
        { type: 'lo.delete', audience: [globex.portal.id] },
      ]);
    });
  });
});
