import { useResourceApi, type TestAccount } from '../../test/resource-api.js';

describe('/v2/learning-objects', () => {
  const api = useResourceApi();
  let acme: TestAccount;
  let globex: TestAccount;
  let ids: Map<string, number>;
  const id = (key: string): number => ids.get(key)!;

  beforeAll(async () => {
    api.clock.set(new Date('2026-11-21T10:00:00Z'));
    acme = await api.administrator();
    globex = await api.administrator();
    const market = await api.portal();
    const seed = await api.catalogue();
    await seed.provider('acme', acme.portal.id, 'Acme');
    await seed.provider('globex', globex.portal.id, 'Globex');
    await seed.provider('market', market.id, 'Market Academy');
    const safety = await seed.group('safety', market.id);
    await seed.subscribe(acme.portal.id, safety, 25);
    ids = await seed.load([
      {
        provider: 'acme',
        external_id: 'welcome',
        type: 'course',
        title: 'Welcome to Acme',
        summary: 'Your first day',
        delivery: { duration: 30 },
        tags: ['onboarding'],
        topics: ['Start'],
        items: [
          {
            external_id: 'm1',
            type: 'module',
            title: 'Arriving',
            items: [
              {
                external_id: 'v1',
                type: 'video',
                title: 'Hello',
                content: { url: 'https://media.example/a.mp4' },
              },
              { external_id: 't1', type: 'text', title: 'House rules', content: { html: '<p>Be kind</p>' } },
            ],
          },
        ],
      },
      {
        provider: 'acme',
        external_id: 'wiki',
        type: 'link',
        title: 'The handbook',
        url: 'http://intranet.acme/',
      },
      { provider: 'acme', external_id: 'draft', type: 'text', title: 'A draft', published: false },
      { provider: 'globex', external_id: 'secret', type: 'text', title: 'Globex secret plans' },
      {
        provider: 'market',
        external_id: 'python',
        type: 'course',
        title: 'Python for data analysis',
        premium: true,
        pricing: { currency: 'EUR', price: 189.5 },
        tags: ['python', 'data'],
        language: 'en',
      },
      {
        provider: 'market',
        external_id: 'firstaid',
        type: 'event',
        title: 'Erste Hilfe',
        language: 'de',
        content_groups: ['safety'],
        events: [
          {
            start: '2026-12-01T09:00:00Z',
            end: '2026-12-01T17:00:00Z',
            location: { country: 'DE', locality: 'Berlin', thoroughfare: 'Weg 1' },
          },
          {
            start: '2027-02-01T09:00:00Z',
            end: '2027-02-01T17:00:00Z',
            location: { country: 'AT', locality: 'Wien' },
          },
        ],
      },
    ]);
  });

  const search = async (query: string, actor = acme) => {
    const answer = await actor.get(`/v2/learning-objects?${query}`);
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const titles = async (query: string, actor = acme): Promise<string[]> =>
    (await search(query, actor)).hits.map((hit: { title: string }) => hit.title);

  it('shows a portal its own objects and those it subscribes to, premium content only on request', async () => {
    expect((await titles('')).sort()).toEqual(
      [
        'A draft',
        'Arriving',
        'Erste Hilfe',
        'Hello',
        'House rules',
        'The handbook',
        'Welcome to Acme',
      ].sort(),
    );
    expect(await titles('premium=true&type=course&sort=title')).toEqual(
      ['Python for data analysis', 'Welcome to Acme'].sort(),
    );
    expect(await titles('premium=true', globex)).toEqual(['Globex secret plans', 'Python for data analysis']);
  });

  // learning-object-detail.e2e.spec.ts knows that the detail shows every field and no other, and that hits equal it
  it('returns the object, with defaults for members missing in its record', async () => {
    const { hits } = await search(`id[]=${id('acme welcome')}`);
    expect(hits).toMatchObject([
      {
        id: id('acme welcome'),
        type: 'course',
        title: 'Welcome to Acme',
        description: '',
        summary: 'Your first day',
        image: null,
        language: 'en',
        published: true,
        previewable: true,
        assessable: false,
        created_time: '2026-11-21T10:00:00+00:00',
        updated_time: '2026-11-21T10:00:00+00:00',
        delivery: { duration: 30, mode: 'self-paced' },
        pricing: { currency: 'USD', price: 0, tax: 0, tax_included: true },
        provider: { id: expect.any(Number), name: 'Acme', logo: null },
        subscription: { licenses: -1, package: null },
        ratings: { ratings_count: 0, five_star_rating: 0 },
        reviews: { count: 0, rating: 0 },
        tags: ['onboarding'],
        topics: ['Start'],
        items: [],
        items_count: 1,
        collections: [],
        portal_collection: false,
        authors: [],
        skills: [],
        events: [],
        attributes: { topics: [{ key: expect.any(Number), value: 'Start' }] },
      },
    ]);
  });

  it('counts facets over the filtered result, and shows an empty one without buckets', async () => {
    const { total, hits, facets } = await search(
      'limit=0&facets=type,instance,location,nonsense&tags=onboarding',
    );
    expect({ total, hits }).toEqual({ total: 1, hits: [] });
    expect(facets).toEqual({
      type: { buckets: [{ key: 'course', doc_count: 1 }] },
      instance: { buckets: [{ key: expect.any(Number), doc_count: 1, name: 'Acme' }] },
      location: { buckets: [] },
      nonsense: { buckets: [] },
    });
    expect(await search('type=rocket&facets=type,tag')).toEqual({
      total: 0,
      hits: [],
      facets: { type: { buckets: [] }, tag: { buckets: [], sum_other_doc_count: 0 } },
    });
  });

  it('requires one event to meet both event and location filters', async () => {
    const december = Date.parse('2026-12-01T00:00:00Z') / 1000;
    const year = Date.parse('2027-01-01T00:00:00Z') / 1000;
    expect(await titles(`location[country][]=DE&eventStartDate=${december}&eventEndDate=${year}`)).toEqual([
      'Erste Hilfe',
    ]);
    expect(await titles(`location[country][]=AT&eventEndDate=${year}`)).toEqual([]);
    expect(await titles('location[country][0]=AT&location[locality][0]=Wien')).toEqual(['Erste Hilfe']);
    expect(await titles('event=true')).toEqual(['Erste Hilfe']);
    expect(await titles('event=false')).not.toContain('Erste Hilfe');
  });

  it('searches the words in a keyword, in any case, and finds nothing for only symbols', async () => {
    expect(await titles('keyword=HAND-BOOK')).toEqual(['The handbook']);
    expect(await titles('keyword=%2Bthe%20(Handb')).toEqual(['The handbook']);
    expect(await titles("keyword='%20%26%20!handbook:*")).toEqual(['The handbook']);
    expect(await titles('keyword=%3F%3F%3F')).toEqual([]);
    expect(await titles('keyword=handbouk')).toEqual(['The handbook']);
    expect(await titles('language[]=en-gb')).toEqual([]);
    const long = await acme.get(`/v2/learning-objects?keyword=${'x'.repeat(1001)}`);
    expect(long.status).toBe(400);
  });

  it.each([
    ['limit=51', 'limit'],
    ['offset=9990&limit=20', 'offset'],
    ['sort=shoe', 'sort'],
    ['sort=title:up', 'sort'],
    ['price[min]=cheap', 'price'],
    ['language[]=English', 'language'],
    ['eventStartDate=tomorrow', 'eventStartDate'],
    ['scrollId=abc', 'scrollId'],
    ['id[]=99999999999', 'id'],
    ['keyword=%00', 'keyword'],
  ])('refuses %s and names the parameter', async (query, name) => {
    const answer = await acme.get(`/v2/learning-objects?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body.additional_errors[0].path).toMatch(new RegExp(`^${name}`));
  });

  it('answers 404 for an invisible object, 400 for a malformed id', async () => {
    for (const [key, status] of [
      [id('globex secret'), 404],
      [999_999, 404],
      ['abc', 400],
    ] as const) {
      const answer = await acme.get(`/v2/learning-objects/${key}`);
      expect(answer.status).toBe(status);
    }
    const foreignDraft = await globex.get(`/v2/learning-objects/${id('acme draft')}`);
    expect(foreignDraft.status).toBe(404);
    const premium = await globex.get(`/v2/learning-objects/${id('market python')}`);
    expect(premium.status).toBe(200);
  });
});
