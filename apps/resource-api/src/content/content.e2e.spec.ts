import { sql } from '@app/database';
import { useResourceApi, type TestAccount } from '../../test/resource-api.js';

const api = useResourceApi();
let admin: TestAccount;

beforeAll(async () => {
  admin = await api.administrator();
  const seed = await api.catalogue();
  await seed.provider('acme', admin.portal.id, 'Acme');
});

const create = (kind: 'links' | 'manual', json: object, actor = admin) =>
  actor.post(`/v2/content/${kind}`, json);
const find = async (query: string, actor = admin): Promise<number[]> =>
  (await actor.get(`/v2/learning-objects?${query}`)).body.hits.map(({ id }: { id: number }) => id);
const listEvents = async (id: number) =>
  (
    await api.db.many<{ type: string; portal_id: number; data: string }>(sql`
      select type, portal_id, data from learning.outbox where object_type = 'lo' and object_id = ${id}`)
  ).map(({ data, ...event }) => ({ ...event, data: JSON.parse(data) as object }));
/** Fields that both kinds return besides their own. */
const itemBody = {
  id: expect.any(Number),
  summary: null,
  image: null,
  published: true,
  previewable: expect.any(Boolean),
  assessable: false,
  created_time: expect.stringMatching(/\+00:00$/),
  updated_time: expect.stringMatching(/\+00:00$/),
  pricing: { currency: expect.any(String), price: 0, tax: 0, tax_included: expect.any(Boolean) },
  subscription: { licenses: -1, package: null },
  ratings: { ratings_count: 0, five_star_rating: 0 },
  reviews: { count: 0, rating: 0 },
  tags: [],
  topics: [],
  items: [],
  items_count: 0,
  collections: [],
  portal_collection: false,
  authors: [],
  skills: [],
  events: [],
  attributes: { topics: [] },
};

describe('POST /v2/content/links', () => {
  const url = 'https://page.example/a';

  it('creates a standalone link learning item of the portal’s own provider, in English by default', async () => {
    const { status, body } = await create('links', { title: 'Quokka handbook', url });
    expect([status, body]).toEqual([
      201,
      {
        ...itemBody,
        type: 'link',
        title: 'Quokka handbook',
        url,
        description: '',
        language: 'en',
        delivery: { duration: expect.any(Number), mode: 'self-paced' },
        provider: { id: expect.any(Number), name: 'Acme', logo: null },
      },
    ]);
    const detail = await admin.get(`/v2/learning-objects/${body.id}`);
    expect(detail.body).toEqual(body);
  });

  it('accepts description and language', async () => {
    const link = { title: 'T', url, description: 'All of it', language: 'pt-br' };
    expect((await create('links', link)).body).toMatchObject(link);
  });

  it('accepts any http or https URL, including those of an intranet, and requests none', async () => {
    for (const address of ['http://intranet/travel', 'https://10.1.2.3:8443/x?y=1#z', 'HTTPS://Page.example'])
      expect((await create('links', { title: 'T', url: address })).status).toBe(201);
  });

  it('is found immediately, also by type=learning_resource, only in its own portal', async () => {
    const { id } = (await create('links', { title: 'Wombat manual', url })).body;
    expect(await find('keyword=wombat')).toEqual([id]);
    expect(await find('keyword=wombat&type=learning_resource')).toEqual([id]);
    expect(await find('keyword=wombat&type=link')).toEqual([id]);
    expect(await find('keyword=wombat', await api.administrator())).toEqual([]);
  });

  it('publishes lo.create, without portal-specific members, and the worker reads its page later', async () => {
    const { id } = (await create('links', { title: 'T', url })).body;
    const [event, ...more] = await listEvents(id);
    expect([event, more]).toEqual([
      {
        type: 'lo.create',
        portal_id: admin.portal.id,
        data: expect.objectContaining({ id, title: 'T', url, items: [], items_count: 0 }),
      },
      [],
    ]);
    for (const perPortal of ['subscription', 'collections', 'portal_collection'])
      expect(event!.data).not.toHaveProperty(perPortal);
    expect(await api.db.many(sql`select tries from learning.link_pages where lo_id = ${id}`)).toEqual([
      { tries: 0 },
    ]);
  });

  it('creates a provider of the portal’s own if there is none', async () => {
    const other = await api.administrator();
    const answers = [
      await create('links', { title: 'A', url }, other),
      await create('links', { title: 'B', url }, other),
    ];
    const [one, two] = answers.map(({ body }) => body.provider);
    expect([one.id, one.name]).toEqual([two.id, other.portal.name]);
  });

  it.each<[path: string, change: object]>([
    ['title', { title: undefined }],
    ['title', { title: '  ' }],
    ['title', { title: 'x'.repeat(256) }],
    ['title', { title: 5 }],
    ['url', { url: undefined }],
    ['url', { url: 'page.example' }],
    ['url', { url: 'javascript:alert(1)' }],
    ['url', { url: 'ftp://page.example/' }],
    ['url', { url: `https://page.example/${'x'.repeat(2_048)}` }],
    ['description', { description: ['a'] }],
    ['description', { description: 'x'.repeat(100_001) }],
    ['language', { language: 'EN' }],
    ['language', { language: 'english' }],
    ['language', { language: 'en-GB' }],
    ['language', { language: '' }],
  ])('answers 400 naming %s (%#)', async (path, change) => {
    const { status, body } = await create('links', { title: 'Refused', url, ...change });
    expect([status, body.additional_errors.map((error: { path: string }) => error.path)]).toEqual([
      400,
      [path],
    ]);
    expect(await find('keyword=refused')).toEqual([]);
  });
});

describe('POST /v2/content/manual', () => {
  it('creates a standalone manual learning item of the named workshop provider', async () => {
    const { status, body } = await create('manual', { title: 'Climbing', provider: 'Alpine Club' });
    expect([status, body]).toEqual([
      201,
      {
        ...itemBody,
        type: 'manual',
        title: 'Climbing',
        description: '',
        language: 'en',
        delivery: { duration: expect.any(Number), mode: 'in-person' },
        provider: { id: expect.any(Number), name: 'Alpine Club', logo: null },
        url: null,
      },
    ]);
    expect(await find('keyword=climbing&type=learning_resource')).toEqual([body.id]);
    expect(await find('keyword=alpine')).toEqual([body.id]);
    expect((await listEvents(body.id)).map(({ type }) => type)).toEqual(['lo.create']);
  });

  it('accepts a language and an urlencoded body; one name is one provider of a portal', async () => {
    const form = { title: 'Bergsteigen', provider: 'Alpenverein', language: 'de-at' };
    const send = (actor: TestAccount) => api.http.post('/v2/content/manual', { token: actor.token, form });
    const [one, two, elsewhere] = [
      await send(admin),
      await send(admin),
      await send(await api.administrator()),
    ];
    expect(one.body).toMatchObject({ language: 'de-at', provider: { name: 'Alpenverein' } });
    expect(two.body.provider).toEqual(one.body.provider);
    expect(elsewhere.body.provider.id).not.toBe(one.body.provider.id);
  });

  it.each<[path: string, change: object]>([
    ['title', { title: undefined }],
    ['title', { title: '' }],
    ['provider', { provider: undefined }],
    ['provider', { provider: ' ' }],
    ['provider', { provider: 'x'.repeat(256) }],
    ['language', { language: 'e' }],
  ])('answers 400 naming %s (%#)', async (path, change) => {
    const { status, body } = await create('manual', { title: 'T', provider: 'P', ...change });
    expect([status, body.additional_errors[0].path]).toEqual([400, path]);
  });
});
