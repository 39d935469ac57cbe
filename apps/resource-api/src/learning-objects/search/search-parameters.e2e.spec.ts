import type { CatalogueSeed } from '@app/testing';
import { useResourceApi, type TestAccount } from '../../../test/resource-api.js';

const timeAt = (time: string): number => Date.parse(time) / 1000;

describe('parameters of GET /v2/learning-objects', () => {
  const api = useResourceApi();
  let seed: CatalogueSeed;
  let acme: TestAccount;
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    api.clock.set(new Date('2026-11-21T10:00:00Z'));
    acme = await api.administrator();
    const market = await api.portal();
    seed = await api.catalogue();
    ids['acme'] = await seed.provider('acme', acme.portal.id, 'Acme');
    ids['school'] = await seed.provider('school', acme.portal.id, 'School');
    ids['market'] = await seed.provider('market', market.id, 'Market');
    ids['safety'] = await seed.group('safety', market.id);
    await seed.subscribe(acme.portal.id, ids['safety'], 25);
    const load = async (records: Parameters<CatalogueSeed['load']>[0]) => {
      for (const [key, id] of await seed.load(records)) ids[key.split(' ')[1]!] = id;
    };
    await load([
      {
        provider: 'acme',
        external_id: 'alpha',
        type: 'text',
        title: 'Alpha',
        delivery: { duration: 10 },
        tags: ['red'],
        topics: ['Safety'],
      },
      {
        provider: 'school',
        external_id: 'beta',
        type: 'video',
        title: 'Beta',
        language: 'de',
        pricing: { price: 10 },
        delivery: { duration: 60 },
        tags: ['blue, light'],
        topics: ['Sales'],
      },
      {
        provider: 'market',
        external_id: 'delta',
        type: 'course',
        title: 'Delta',
        premium: true,
        pricing: { price: 99.5 },
        delivery: { duration: 600 },
      },
    ]);
    api.clock.set(new Date('2026-11-21T11:00:00Z'));
    await load([
      {
        provider: 'market',
        external_id: 'gamma',
        type: 'event',
        title: 'Gamma',
        language: 'pt-br',
        pricing: { price: 10 },
        content_groups: ['safety'],
        events: [
          {
            start: '2026-12-01T09:00:00Z',
            end: '2026-12-01T17:00:00Z',
            location: { country: 'DE', locality: 'Berlin', thoroughfare: 'Weg 1' },
          },
        ],
      },
    ]);
    ids['picked'] = await seed.collection('picked', acme.portal.id, [
      { provider: 'acme', external_id: 'alpha' },
      { provider: 'market', external_id: 'gamma' },
    ]);
    const enrolled = await acme.post('/v2/enrollments', { lo_id: ids['beta'], user_id: acme.id });
    expect(enrolled.status).toBe(201);
  });

  const search = async (query: string) => {
    const filled = query.replace(/<(\w+)>/g, (_, name: string) => String(ids[name]));
    const answer = await acme.get(`/v2/learning-objects?${filled}`);
    return { status: answer.status, headers: answer.headers, ...answer.body };
  };
  const titles = async (query: string): Promise<string> =>
    (await search(query)).hits.map((hit: { title: string }) => hit.title).join(' ');

  it.each([
    // newest first without a keyword, ties by id
    ['', 'Gamma Alpha Beta'],
    ['premium=true', 'Gamma Alpha Beta Delta'],
    ['premium=True', 'Gamma Alpha Beta Delta'],
    ['premium=1', 'Gamma Alpha Beta Delta'],
    ['premium=0', 'Gamma Alpha Beta'],
    ['collection=<picked>', 'Gamma Alpha'],
    ['collection=default', ''],
    ['collection=nonsense', ''],
    ['content_group[]=<safety>', 'Gamma'],
    ['content_group=99999', ''],
    ['event=true', 'Gamma'],
    ['event=false', 'Alpha Beta'],
    ['event=all', 'Gamma Alpha Beta'],
    [`eventStartDate=${timeAt('2026-12-01T09:00:00Z')}`, 'Gamma'],
    [`eventStartDate=${timeAt('2026-12-01T09:00:01Z')}`, ''],
    [`eventEndDate=${timeAt('2026-12-01T17:00:00Z')}`, 'Gamma'],
    [`eventEndDate=${timeAt('2026-12-01T16:59:59Z')}`, ''],
    ['keyword=alp', 'Alpha'],
    ['keyword=alpha%20beta', ''],
    ['language[]=de&language[]=pt-br', 'Gamma Beta'],
    ['language=en', 'Alpha'],
    ['location[country][]=DE&location[country][]=AT', 'Gamma'],
    ['location[locality][]=Berlin', 'Gamma'],
    ['location[thoroughfare][0]=Weg%201', 'Gamma'],
    ['location[country][]=DE&location[locality][]=Wien', ''],
    ['price[min]=10', 'Gamma Beta'],
    ['price[max]=9.99', 'Alpha'],
    ['premium=true&price[min]=10.5&price[max]=99.5', 'Delta'],
    ['providers=<school>,<market>', 'Gamma Beta'],
    ['subscribed=true&premium=true', 'Gamma Alpha Beta'],
    ['subscribed=false&premium=true', 'Delta'],
    ['tags[]=red&tags[]=nothing', 'Alpha'],
    ['tags[]=blue,%20light', 'Beta'],
    ['tags%5B%5D=red', 'Alpha'],
    ['tags=red', 'Alpha'],
    ['tags[0]=red&tags[1]=blue,%20light', 'Alpha Beta'],
    ['tags[]=', 'Gamma Alpha Beta'],
    ['type=text,video', 'Alpha Beta'],
    ['type=learning_resource', 'Gamma Alpha Beta'],
    ['type=rocket', ''],
    ['type=', 'Gamma Alpha Beta'],
    ['topics[]=Safety', 'Alpha'],
    ['id[]=<alpha>&id[]=<beta>', 'Alpha Beta'],
    ['id[]=999999', ''],
    ['id[]=0', ''],
    ['id[]=-1&id[]=<alpha>', 'Alpha'],
    ['providers=0', ''],
    ['provider[]=0', ''],
    ['content_group[]=0', ''],
    [`updatedAfter=${timeAt('2026-11-21T10:00:00Z')}`, 'Gamma'],
    [`updatedAfter=${timeAt('2026-11-21T10:00:00Z') - 1}`, 'Gamma Alpha Beta'],
    ['duration[0][min]=10&duration[0][max]=10&duration[1][min]=60', 'Alpha Beta'],
    ['duration[min]=60', 'Beta'],
    ['locale[]=de', 'Beta'],
    ['provider[]=<school>', 'Beta'],
    ['locale[]=de&language[]=en', 'Alpha Beta'],
    // sort; ascending by default
    ['sort=title', 'Alpha Beta Gamma'],
    ['sort=title:desc', 'Gamma Beta Alpha'],
    ['sort=created', 'Alpha Beta Gamma'],
    ['sort=price:desc,title:desc', 'Gamma Beta Alpha'],
    ['sort=price:desc,title:asc', 'Beta Gamma Alpha'],
    ['sort=popularity:desc,title', 'Beta Alpha Gamma'],
    // all combined
    [
      'premium=true&keyword=del&language[]=en&type=course&price[min]=99&subscribed=false&event=false',
      'Delta',
    ],
    ['marketplace=all&0=', 'Gamma Alpha Beta'],
  ])('%s finds "%s"', async (query, expected) => {
    expect(await titles(query)).toBe(expected);
  });

  it('returns 20 hits by default, totals with limit=0, and each hit on one page', async () => {
    const pages = [
      await titles('limit=2'),
      await titles('limit=2&offset=2'),
      await titles('limit=2&offset=4'),
    ];
    expect(pages).toEqual(['Gamma Alpha', 'Beta', '']);
    expect(await search('limit=0')).toMatchObject({ status: 200, total: 3, hits: [] });
    expect((await search('offset=2')).total).toBe(3);
    await seed.load(
      Array.from({ length: 25 }, (_, n) => ({
        provider: 'market',
        external_id: `many${n}`,
        type: 'award' as const,
        title: 'Medal',
        premium: true,
      })),
    );
    const medals = await search('premium=true&type=award');
    expect([medals.total, medals.hits.length]).toEqual([25, 20]);
    expect((await search('premium=true&type=award&limit=50')).hits).toHaveLength(25);
  });

  it('shows facets only on request, the most frequent value first, then by key', async () => {
    expect(await search('')).not.toHaveProperty('facets');
    expect((await search('facets=language')).facets).toEqual({
      language: {
        buckets: [
          { key: 'de', doc_count: 1 },
          { key: 'en', doc_count: 1 },
          { key: 'pt-br', doc_count: 1 },
        ],
      },
    });
    const { facets } = await search('facets=instance,tag,topics,location&limit=0&price[max]=10');
    expect(facets).toEqual({
      instance: {
        buckets: [
          { key: ids['acme'], doc_count: 1, name: 'Acme' },
          { key: ids['school'], doc_count: 1, name: 'School' },
          { key: ids['market'], doc_count: 1, name: 'Market' },
        ].sort((one, other) => one.key! - other.key!),
      },
      tag: {
        buckets: [
          { key: 'blue, light', doc_count: 1 },
          { key: 'red', doc_count: 1 },
        ],
        sum_other_doc_count: 0,
      },
      topics: {
        buckets: [
          { key: 'Safety', doc_count: 1 },
          { key: 'Sales', doc_count: 1 },
        ],
        sum_other_doc_count: 0,
      },
      location: { buckets: [{ key: 'DE', doc_count: 1 }] },
    });
  });

  it.each(['locale[]=de', 'locale=de', 'provider[0]=1'])(
    '%s is deprecated: answers have Deprecation, and Sunset at least a year ahead',
    async (query) => {
      const { headers } = await search(query);
      const since = Number(/^@(\d+)$/.exec(String(headers['deprecation']))?.[1]) * 1000;
      const year = 365 * 24 * 3_600_000;
      expect(Date.parse(String(headers['sunset'])) - since).toBeGreaterThanOrEqual(year);
    },
  );

  it('omits these headers without deprecated parameters, or with empty ones', async () => {
    for (const query of ['language[]=de', 'providers=1', 'locale[]='])
      expect((await search(query)).headers).not.toHaveProperty('deprecation');
  });
});
