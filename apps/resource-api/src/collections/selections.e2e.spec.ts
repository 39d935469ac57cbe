import { sql } from '@app/database';
import type { CatalogueSeed } from '@app/testing';
import { useResourceApi, type TestAccount } from '../../test/resource-api.js';

const api = useResourceApi();
let admin: TestAccount;
let other: TestAccount;
let seed: CatalogueSeed;
let ids: Map<string, number>;
const lo = (name: string) => ids.get(name)!;

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
  ]);
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
