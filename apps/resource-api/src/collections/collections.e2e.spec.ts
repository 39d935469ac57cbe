import { lockNumber, sql } from '@app/database';
import type { CatalogueSeed } from '@app/testing';
import { useResourceApi, type TestAccount } from '../../test/resource-api.js';

const api = useResourceApi();

let admin: TestAccount;
let other: TestAccount;
let seed: CatalogueSeed;
let ids: Map<string, number>;
const lo = (name: string) => ids.get(name)!;
/** An object of the portal, premium content of another, and an object the portal may not see. */
let ownId: number;
let premium: number;
let hidden: number;

beforeAll(async () => {
  admin = await api.administrator();
  other = await api.administrator();
  seed = await api.catalogue();
  await seed.provider('own', admin.portal.id);
  await seed.provider('market', other.portal.id);
  ids = await seed.load([
    { provider: 'own', external_id: 'kiwi', type: 'text', title: 'Kiwi' },
    { provider: 'own', external_id: 'tui', type: 'text', title: 'Tui' },
    { provider: 'market', external_id: 'emu', type: 'text', title: 'Emu', premium: true },
    { provider: 'market', external_id: 'ibis', type: 'text', title: 'Ibis' },
  ]);
  [ownId, premium, hidden] = [lo('own kiwi'), lo('market emu'), lo('market ibis')];
});

const call = (verb: 'add' | 'remove', collection: string | number, body: object | undefined, actor = admin) =>
  actor.post(`/v2/collections/${collection}/items/${verb}`, body);
/** Ids in the collection, as found by a search. */
const inside = async (collection: string | number = 'default', actor = admin): Promise<number[]> =>
  (await actor.get(`/v2/learning-objects?collection=${collection}`)).body.hits
    .map(({ id }: { id: number }) => id)
    .sort((one: number, two: number) => one - two);
afterEach(() => call('remove', 'default', { lo: [ownId, premium] }));

describe('POST /v2/collections/{collection-id}/items/add', () => {
  it('adds learning objects to the default collection: 204 with an empty body (contract 2.14)', async () => {
    const { status, text, headers } = await call('add', 'default', { lo: [ownId] });
    expect([status, text, headers['content-type']]).toEqual([204, '', undefined]);
    expect(await inside()).toEqual([ownId]);
    const { body } = await admin.get(`/v2/learning-objects/${ownId}`);
    expect(body).toMatchObject({ portal_collection: true, collections: [expect.any(Number)] });
  });

  it('adds to a collection by its number', async () => {
    const id = await seed.collection('ours', admin.portal.id);
    expect((await call('add', id, { lo: [ownId] })).status).toBe(204);
    expect([await inside(id), await inside()]).toEqual([[ownId], []]);
  });

  it('can be repeated, and may name an id twice', async () => {
    for (const _ of [1, 2])
      expect((await call('add', 'default', { lo: [ownId, premium, ownId] })).status).toBe(204);
    expect(await inside()).toEqual([ownId, premium].sort((one, two) => one - two));
  });

  it('accepts premium content, which is then found without premium=true', async () => {
    const find = async (actor = admin) => (await actor.get('/v2/learning-objects?keyword=emu')).body.total;
    expect(await find()).toBe(0);
    await call('add', 'default', { lo: [premium] });
    expect(await find()).toBe(1);
    expect(await find(await api.administrator())).toBe(0);
    await call('remove', 'default', { lo: [premium] });
    expect(await find()).toBe(0);
  });

  it('answers 400 listing unknown and invisible ids, and changes nothing', async () => {
    const { status, body } = await call('add', 'default', { lo: [ownId, 888_888, hidden, 888_888] });
    expect([status, body.additional_errors]).toEqual([
      400,
      [
        {
          path: 'lo',
          message: `no such learning object: 888888, ${hidden}`,
          error_code: 'unknown_learning_object',
        },
      ],
    ]);
    expect(await inside()).toEqual([]);
  });

  it('adds, removes and deletes more than a thousand items in several transactions', async () => {
    const many = await seed.load(
      Array.from({ length: 2_100 }, (_, n) => ({
        provider: 'own',
        external_id: `many ${n}`,
        type: 'text' as const,
        title: 'One of many',
      })),
    );
    const lo = [...many].filter(([name]) => name.startsWith('own many')).map(([, id]) => id);
    const id = await seed.collection('many', admin.portal.id);
    const count = async () => (await admin.get(`/v2/collections/${id}`)).body.items_count as number;
    // the unknown one is in the last part: none is added
    expect((await call('add', id, { lo: [...lo, 9_999_999] })).status).toBe(400);
    expect(await count()).toBe(0);
    expect((await call('add', id, { lo })).status).toBe(204);
    expect(await count()).toBe(2_100);
    expect((await call('remove', id, { lo: lo.slice(0, 1_001) })).status).toBe(204);
    expect(await count()).toBe(1_099);
    expect((await admin.delete(`/v2/collections/${id}`)).status).toBe(204);
    expect((await admin.get(`/v2/collections/${id}`)).status).toBe(404);
    expect(await inside(id)).toEqual([]);
  });

  it('does not wait for the owners of its present items', async () => {
    await call('add', 'default', { lo: [premium] });
    const lock = `select pg_advisory_xact_lock(${lockNumber.searchDocuments}, ${other.portal.id})`;
    await api.db.duringTransaction(lock, async () => {
      expect((await call('add', 'default', { lo: [premium, ownId] })).status).toBe(204);
    });
  });

  it('runs one call at a time in a portal, so that other portals wait for at most one of its calls', async () => {
    const lock = `select pg_advisory_xact_lock(${lockNumber.selections}, ${admin.portal.id})`;
    await api.db.duringTransaction(lock, async () => {
      expect((await call('add', 'default', { lo: [ownId] })).status).toBe(503);
      expect((await call('add', 'default', { lo: [premium] }, other)).status).toBe(204);
    });
  });

  it('accepts 10,000 ids in a call, and names fifty of the wrong ones', async () => {
    const lo = Array.from({ length: 10_000 }, (_, index) => 1_000_000 + index);
    const { status, body } = await call('add', 'default', { lo });
    expect([status, body.additional_errors[0].message]).toEqual([
      400,
      expect.stringMatching(/1000049 and 9950 more$/),
    ]);
    expect((await call('add', 'default', { lo: [ownId] })).status).toBe(204);
  });
});

describe('POST /v2/collections/{collection-id}/items/remove', () => {
  it('removes learning objects: 204 with an empty body; ignores ids that are unknown or not in it', async () => {
    await call('add', 'default', { lo: [ownId, premium] });
    const { status, text } = await call('remove', 'default', { lo: [premium, 999_999, hidden] });
    expect([status, text]).toEqual([204, '']);
    expect(await inside()).toEqual([ownId]);
    expect((await call('remove', 'default', { lo: [premium] })).status).toBe(204);
  });

  it('neither waits for nor delays owners of other objects', async () => {
    const lock = `select pg_advisory_xact_lock(${lockNumber.searchDocuments}, ${other.portal.id})`;
    await api.db.duringTransaction(lock, async () => {
      expect((await call('remove', 'default', { lo: [premium, hidden] })).status).toBe(204);
      expect((await call('remove', 'default', { lo: [] })).status).toBe(204);
    });
  });

  it('removes nothing from other collections', async () => {
    const id = await seed.collection('kept', admin.portal.id);
    await call('add', id, { lo: [ownId] });
    await call('remove', 'default', { lo: [ownId] });
    expect(await inside(id)).toEqual([ownId]);
  });
});

describe.each(['add', 'remove'] as const)('POST /v2/collections/{collection-id}/items/%s', (verb) => {
  it.each<[path: string, body: object | undefined]>([
    ['lo', {}],
    ['lo', undefined],
    ['lo', { lo: 5 }],
    ['lo.0', { lo: 'all' }],
    ['lo', { lo: null }],
    ['lo.0', { lo: ['x'] }],
    ['lo.1', { lo: [1, 0] }],
    ['lo.0', { lo: [2_147_483_648] }],
  ])('answers 400 naming %s (%#)', async (path, body) => {
    const answer = await call(verb, 'default', body);
    expect([answer.status, answer.body.additional_errors[0].path]).toEqual([400, path]);
  });

  it('answers 404 to a collection that is unknown or not of this portal', async () => {
    const theirs = await seed.collection(`theirs-${verb}`, other.portal.id);
    for (const collection of [theirs, 999_999, 0, 'nonsense', '12abc', 'Default'])
      expect([collection, (await call(verb, collection, { lo: [] })).status]).toEqual([collection, 404]);
  });
});

const send = (method: string, path: string, json?: object, actor = admin) =>
  api.http.send(method, path, { token: actor.token, ...(json && { json }) });
const get = (path: string, actor = admin) => send('GET', path, undefined, actor);
const events = (portalId: number) =>
  api.db.column<string>(sql`select type from learning.outbox where portal_id = ${portalId} order by id`);

describe.each([
  ['/v2/collections', { lo: () => lo('market emu') }],
  ['/v2/content-groups', { lo: () => lo('own tui') }],
])('%s', (path, second) => {
  const create = async (title: string, actor = admin) =>
    (await send('POST', path, { title }, actor)).body.id as number;

  it('are created, read, renamed and deleted', async () => {
    const created = await send('POST', path, { title: ' First week ' });
    expect([created.status, created.body]).toEqual([
      201,
      expect.objectContaining({
        title: 'First week',
        items_count: 0,
        created_time: created.body.updated_time,
      }),
    ]);
    const itemPath = `${path}/${created.body.id}`;
    expect((await get(itemPath)).body).toEqual(created.body);
    expect((await send('PATCH', itemPath, { title: 'Day one' })).body).toMatchObject({ title: 'Day one' });
    const listed = (await get(`${path}?limit=50`)).body;
    expect(listed.hits).toContainEqual(expect.objectContaining({ id: created.body.id, title: 'Day one' }));
    expect(listed.total).toBe(listed.hits.length);
    expect((await send('DELETE', itemPath)).status).toBe(204);
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect((await send(method, itemPath, method === 'PATCH' ? { title: 'X' } : undefined)).status).toBe(
        404,
      );
  });

  it('contain items, which are counted and found, and are removed with the selection', async () => {
    const id = await create('Birds');
    const itemPath = `${path}/${id}`;
    await api.db.many(sql`
      update learning.${sql.raw(path.includes('groups') ? 'content_groups' : 'collections')}
         set updated_time = '2026-01-01' where id = ${id}`);
    expect((await send('POST', `${itemPath}/items/add`, { lo: [lo('own kiwi'), second.lo()] })).status).toBe(
      204,
    );
    const { body } = await get(itemPath);
    expect([body.items_count, body.updated_time > '2026-02']).toEqual([2, true]);
    const find = async () => {
      const filter = path.includes('groups') ? `content_group[]=${id}` : `collection=${id}`;
      return (await get(`/v2/learning-objects?${filter}`)).body.total;
    };
    expect(await find()).toBe(2);
    await send('POST', `${itemPath}/items/remove`, { lo: [lo('own kiwi')] });
    expect([(await get(itemPath)).body.items_count, await find()]).toEqual([1, 1]);
    await send('DELETE', itemPath);
    expect(await find()).toBe(0);
    expect((await get(`/v2/learning-objects/${lo('own kiwi')}`)).status).toBe(200);
  });

  it('refuse an invalid title, and a page over the window', async () => {
    for (const title of [undefined, '', ' ', 'x'.repeat(256), 5, null]) {
      const { status, body } = await send('POST', path, { title });
      expect([title, status, body.additional_errors[0].path]).toEqual([title, 400, 'title']);
    }
    expect((await get(`${path}?offset=9999&limit=50`)).body.additional_errors[0].path).toBe('offset');
  });

  it('are limited in number: 409 limit_reached', async () => {
    const boss = await api.administrator();
    const table = path.includes('groups') ? 'content_groups' : 'collections';
    await api.db.many(sql`
      insert into learning.${sql.raw(table)} (portal_id, slug, name)
      select ${boss.portal.id}::int, 'many-' || ${boss.portal.id}::int || '-' || n, 'T' from generate_series(1, 999) n`);
    const answers = await Promise.all([1, 2, 3].map(() => send('POST', path, { title: 'T' }, boss)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)!.body.error_code).toBe('limit_reached');
  });
});

describe('the default collection', () => {
  it('exists from the start, comes first in the list, and can be addressed as `default`', async () => {
    const boss = await api.administrator();
    const { body } = await get('/v2/collections', boss);
    expect([body.total, body.hits[0].title]).toEqual([1, 'Default']);
    const fresh = await api.administrator();
    expect((await get('/v2/collections/default', fresh)).body).toMatchObject({
      title: 'Default',
      items_count: 0,
    });
  });

  it('cannot be deleted, but renamed', async () => {
    const { id } = (await get('/v2/collections/default')).body;
    for (const path of ['default', id]) {
      const { status, body } = await send('DELETE', `/v2/collections/${path}`);
      expect([status, body.error_code]).toEqual([409, 'default_collection']);
    }
    await send('PATCH', '/v2/collections/default', { title: 'Ours' });
    await send('POST', '/v2/collections/default/items/add', { lo: [lo('own kiwi')] });
    expect((await get('/v2/collections')).body.hits[0]).toMatchObject({ id, title: 'Ours', items_count: 1 });
  });

  it('is the only one that portal_collection refers to', async () => {
    const shown = async () => {
      const { portal_collection, collections } = (await get(`/v2/learning-objects/${lo('own tui')}`)).body;
      return [portal_collection, collections.length];
    };
    const { id } = (await send('POST', '/v2/collections', { title: 'Another' })).body;
    await send('POST', `/v2/collections/${id}/items/add`, { lo: [lo('own tui')] });
    expect(await shown()).toEqual([false, 1]);
    await send('POST', '/v2/collections/default/items/add', { lo: [lo('own tui')] });
    expect(await shown()).toEqual([true, 2]);
    await send('POST', '/v2/collections/default/items/remove', { lo: [lo('own tui')] });
    expect(await shown()).toEqual([false, 1]);
  });
});

describe('a content group', () => {
  it('can be read by portals that subscribe to it, and changed only by its own', async () => {
    const { id } = (await send('POST', '/v2/content-groups', { title: 'Shared' })).body;
    await seed.subscribe(other.portal.id, id);
    const path = `/v2/content-groups/${id}`;
    expect((await get(path, other)).body).toMatchObject({ title: 'Shared', own: false });
    expect((await get('/v2/content-groups', other)).body.hits.map((hit: { id: number }) => hit.id)).toEqual([
      id,
    ]);
    expect((await get(path)).body.own).toBe(true);
    for (const answer of [
      await send('PATCH', path, { title: 'Theirs' }, other),
      await send('DELETE', path, undefined, other),
      await send('POST', `${path}/items/add`, { lo: [lo('market emu')] }, other),
    ])
      expect(answer.status).toBe(404);
  });

  it('shares only the portal’s own objects, not all that it sees; subscribers are notified', async () => {
    const { id } = (await send('POST', '/v2/content-groups', { title: 'Shared too' })).body;
    await seed.subscribe(other.portal.id, id);
    const path = `/v2/content-groups/${id}`;
    const refused = await send('POST', `${path}/items/add`, { lo: [lo('own tui'), lo('market emu')] });
    expect([refused.status, refused.body.additional_errors[0]]).toEqual([
      400,
      expect.objectContaining({ path: 'lo', message: expect.stringContaining(String(lo('market emu'))) }),
    ]);
    const seen = async () => (await get(`/v2/learning-objects/${lo('own tui')}`, other)).status;
    expect(await seen()).toBe(404);
    await send('POST', `${path}/items/add`, { lo: [lo('own tui')] });
    expect(await seen()).toBe(200);
    await send('DELETE', path);
    expect(await seen()).toBe(404);
    const toldRows = await api.db.many<{ type: string; audience: unknown }>(sql`
      select type, audience from learning.outbox where object_type = 'lo' and object_id = ${lo('own tui')}
       order by id desc limit 2`);
    expect(toldRows.map(({ type }) => type)).toEqual(['lo.delete', 'lo.create']);
    expect((await events(admin.portal.id)).length).toBeGreaterThan(0);
  });

  it('requires the scopes of groups', async () => {
    const token = async (scopes: string[]) => (await api.application(admin.portal, scopes)).token;
    const list = async (scopes: string[]) =>
      (await api.http.get('/v2/content-groups', { token: await token(scopes) })).status;
    expect([await list(['group.read']), await list(['lo.read'])]).toEqual([200, 403]);
    const make = async (scopes: string[]) =>
      (await api.http.post('/v2/content-groups', { token: await token(scopes), json: { title: 'T' } }))
        .status;
    expect([await make(['group.write']), await make(['group.read', 'lo.write'])]).toEqual([201, 403]);
  });
});
