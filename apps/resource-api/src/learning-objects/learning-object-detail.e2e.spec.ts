import { useResourceApi, type TestAccount } from '../../test/resource-api.js';

describe('GET /v2/learning-objects/{lo-id}', () => {
  const api = useResourceApi();
  let acme: TestAccount;
  let globex: TestAccount;
  let seller: TestAccount;
  let ids: Map<string, number>;
  const id = (key: string): number => ids.get(`market ${key}`)!;

  beforeAll(async () => {
    api.clock.set(new Date('2026-11-21T10:00:00.999Z'));
    acme = await api.administrator();
    globex = await api.administrator();
    seller = await api.administrator();
    const seed = await api.catalogue();
    await seed.provider('market', seller.portal.id, 'Market Academy');
    const video = { type: 'video' as const, content: { url: 'https://media.example/a.mp4' } };
    ids = await seed.load([
      {
        provider: 'market',
        external_id: 'mastery',
        type: 'course',
        title: 'Mastery',
        summary: 'In short',
        description: '<p>At length</p>',
        image: 'https://img.example/mastery.png',
        language: 'pt-br',
        premium: true,
        assessable: true,
        delivery: { duration: 90, mode: 'blended' },
        pricing: { currency: 'EUR', price: 189.5, tax: 19, tax_included: false },
        ratings: { ratings_count: 12, five_star_rating: 4.25 },
        tags: ['data', 'a, b'],
        topics: ['Data'],
        authors: ['Ada'],
        skills: ['SQL'],
        attributes: { level: 'B1', hours: [1, 2] },
        events: [
          {
            start: '2027-02-01T10:00:00+01:00',
            end: '2027-02-01T17:00:00+01:00',
            location: { country: 'AT' },
          },
          {
            start: '2026-12-01T09:00:00Z',
            end: '2026-12-01T17:00:00Z',
            location: { country: 'DE', locality: 'Berlin', thoroughfare: 'Weg 1' },
          },
        ],
        items: [
          {
            external_id: 'second',
            type: 'module',
            title: 'Zebra first',
            items: [
              { external_id: 'quiz', type: 'quiz', title: 'Questions', content: { questions: [question] } },
              { external_id: 'notes', type: 'text', title: 'Notes' },
            ],
          },
          { external_id: 'first', type: 'module', title: 'Aardvark last', items: [] },
          { external_id: 'film', ...video, title: 'Film' },
        ],
      },
      {
        provider: 'market',
        external_id: 'deep',
        type: 'course',
        title: 'Deep',
        premium: true,
        items: [
          {
            external_id: 'deepmodule',
            type: 'module',
            title: 'Module',
            items: [{ external_id: 'deepfilm', ...video, title: 'Deep film' }],
          },
        ],
      },
    ]);
    await seed.licence(acme.portal.id, { provider: 'market', external_id: 'mastery' }, 3);
  });

  const detail = async (key: string, actor = acme) =>
    (await actor.get(`/v2/learning-objects/${id(key)}`)).body;

  it('shows every field as imported, with absolute URLs and plain numbers, events by their start', async () => {
    const { items, ...shown } = await detail('mastery');
    expect(shown).toEqual({
      id: id('mastery'),
      type: 'course',
      title: 'Mastery',
      summary: 'In short',
      description: '<p>At length</p>',
      image: 'https://img.example/mastery.png',
      language: 'pt-br',
      published: true,
      previewable: true,
      assessable: true,
      created_time: '2026-11-21T10:00:00+00:00',
      updated_time: '2026-11-21T10:00:00+00:00',
      delivery: { duration: 90, mode: 'blended' },
      pricing: { currency: 'EUR', price: 189.5, tax: 19, tax_included: false },
      provider: { id: expect.any(Number), name: 'Market Academy', logo: null },
      subscription: { licenses: 3, package: 'Test package' },
      ratings: { ratings_count: 12, five_star_rating: 4.25 },
      reviews: { count: 12, rating: 4.25 },
      tags: ['data', 'a, b'],
      topics: ['Data'],
      authors: ['Ada'],
      skills: ['SQL'],
      items_count: 3,
      collections: [],
      portal_collection: false,
      events: [
        {
          id: expect.any(Number),
          start: '2026-12-01T09:00:00+00:00',
          end: '2026-12-01T17:00:00+00:00',
          location: { country: 'DE', locality: 'Berlin', thoroughfare: 'Weg 1' },
        },
        {
          id: expect.any(Number),
          start: '2027-02-01T09:00:00+00:00',
          end: '2027-02-01T16:00:00+00:00',
          location: { country: 'AT', locality: null, thoroughfare: null },
        },
      ],
      url: null,
      attributes: { level: 'B1', hours: [1, 2], topics: [{ key: expect.any(Number), value: 'Data' }] },
    });
    expect(items).toHaveLength(3);
  });

  it('equals the search hit except for its items, for every object and portal', async () => {
    for (const actor of [acme, globex, seller]) {
      const { hits } = (await actor.get('/v2/learning-objects?premium=true&limit=50')).body;
      expect(hits.length).toBeGreaterThan(5);
      for (const hit of hits) {
        expect(hit.items).toEqual([]);
        const { body } = await actor.get(`/v2/learning-objects/${hit.id}`);
        expect({ ...body, items: [] }).toEqual(hit);
      }
    }
  });

  it('nests items as complete objects in course order', async () => {
    const course = await detail('mastery');
    const outline = (lo: { title: string; items: never[] }): unknown =>
      lo.items.length > 0 ? [lo.title, ...lo.items.map(outline)] : lo.title;
    expect(outline(course)).toEqual([
      'Mastery',
      ['Zebra first', 'Questions', 'Notes'],
      'Aardvark last',
      'Film',
    ]);
    expect(Object.keys(course.items[0].items[0]).sort()).toEqual(Object.keys(course).sort());
    expect(course.items.map((item: { items_count: number }) => item.items_count)).toEqual([2, 0, 0]);
  });

  it('shows each portal its own licences', async () => {
    expect((await detail('mastery', globex)).subscription).toEqual({ licenses: 0, package: null });
    expect((await detail('mastery', seller)).subscription).toEqual({ licenses: -1, package: null });
  });

  it('is previewable if anything in it is, at any depth, unless retired', async () => {
    const previewable = async (key: string) => (await detail(key)).previewable;
    expect(
      await Promise.all(['mastery', 'second', 'quiz', 'film', 'first', 'notes'].map(previewable)),
    ).toEqual([true, true, true, true, false, false]);
    expect(await previewable('deep')).toBe(true);
    const retired = await seller.delete(`/v2/learning-objects/${id('deepfilm')}`);
    expect(retired.status).toBe(204);
    expect(await previewable('deep')).toBe(false);
    expect((await detail('deep')).items).toMatchObject([{ previewable: false, items: [], items_count: 0 }]);
  });
});

const question = { question: 'Which?', answers: ['this', 'that'], correct: 0 };
