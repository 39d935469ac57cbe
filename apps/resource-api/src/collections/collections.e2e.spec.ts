import { lockNumber } from '@app/database';
import type { CatalogueSeed } from '@app/testing';
import { useResourceApi, type TestAccount } from '../../test/resource-api.js';

const api = useResourceApi();
let admin: TestAccount;
let other: TestAccount;
let seed: CatalogueSeed;
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
  const ids = await seed.load([
    { provider: 'own', external_id: 'kiwi', type: 'text', title: 'Kiwi' },
    { provider: 'market', external_id: 'emu', type: 'text', title: 'Emu', premium: true },
    { provider: 'market', external_id: 'ibis', type: 'text', title: 'Ibis' },
  ]);
  [ownId, premium, hidden] = ['own kiwi', 'market emu', 'market ibis'].map((name) => ids.get(name)!) as [
    number,
    number,
    number,
  ];
});

const call = (verb: 'add' | 'remove', collection: string | number, body: object | undefined, actor = admin) =>
  api.http.post(`/v2/collections/${collection}/items/${verb}`, { token: actor.token, json: body });
/** Ids in the collection, as found by a search. */
const inside = async (collection: string | number = 'default', actor = admin): Promise<number[]> =>
  (await api.http.get(`/v2/learning-objects?collection=${collection}`, { token: actor.token })).body.hits
    .map(({ id }: { id: number }) => id)
    .sort((one: number, two: number) => one - two);
afterEach(() => call('remove', 'default', { lo: [ownId, premium] }));

describe('POST /v2/collections/{collection-id}/items/add', () => {
  it('adds learning objects to the default collection: 204 with an empty body (contract 2.14)', async () => {
    const { status, text, headers } = await call('add', 'default', { lo: [ownId] });
    expect([status, text, headers['content-type']]).toEqual([204, '', undefined]);
    expect(await inside()).toEqual([ownId]);
    const { body } = await api.http.get(`/v2/learning-objects/${ownId}`, { token: admin.token });
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
    const find = async (actor = admin) =>
      (await api.http.get('/v2/learning-objects?keyword=emu', { token: actor.token })).body.total;
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
    const count = async () =>
      (await api.http.get(`/v2/collections/${id}`, { token: admin.token })).body.items_count as number;
    // the unknown one is in the last part: none is added
    expect((await call('add', id, { lo: [...lo, 9_999_999] })).status).toBe(400);
    expect(await count()).toBe(0);
    expect((await call('add', id, { lo })).status).toBe(204);
    expect(await count()).toBe(2_100);
    expect((await call('remove', id, { lo: lo.slice(0, 1_001) })).status).toBe(204);
    expect(await count()).toBe(1_099);
    expect((await api.http.delete(`/v2/collections/${id}`, { token: admin.token })).status).toBe(204);
    expect((await api.http.get(`/v2/collections/${id}`, { token: admin.token })).status).toBe(404);
    expect(await inside(id)).toEqual([]);
  });

  it('does not wait for the owners of its present items', async () => {
    await call('add', 'default', { lo: [premium] });
    const holder = await api.db.connect();
    try {
      await holder.query(
        `begin; select pg_advisory_xact_lock(${lockNumber.searchDocuments}, ${other.portal.id})`,
      );
      expect((await call('add', 'default', { lo: [premium, ownId] })).status).toBe(204);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  });

  it('runs one call at a time in a portal, so that other portals wait for at most one of its calls', async () => {
    const holder = await api.db.connect();
    try {
      await holder.query(`begin; select pg_advisory_xact_lock(${lockNumber.selections}, ${admin.portal.id})`);
      expect((await call('add', 'default', { lo: [ownId] })).status).toBe(503);
      expect((await call('add', 'default', { lo: [premium] }, other)).status).toBe(204);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
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
    const holder = await api.db.connect();
    try {
      await holder.query(
        `begin; select pg_advisory_xact_lock(${lockNumber.searchDocuments}, ${other.portal.id})`,
      );
      expect((await call('remove', 'default', { lo: [premium, hidden] })).status).toBe(204);
      expect((await call('remove', 'default', { lo: [] })).status).toBe(204);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
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
