import { sql } from '@app/database';
import { limits } from '@app/limits';
import type { CatalogueSeed } from '@app/testing';
import { useResourceApi, type TestAccount } from '../../test/resource-api.js';

const api = useResourceApi();
let seed: CatalogueSeed;
let acme: TestAccount;
let globex: TestAccount;
beforeAll(async () => {
  acme = await api.administrator();
  globex = await api.administrator();
  seed = await api.catalogue();
  await seed.provider('acme', acme.portal.id);
  await seed.provider('globex', globex.portal.id);
});

describe('attributes.topics', () => {
  const record = (provider: string, external_id: string, topics: string[]) => ({
    provider,
    external_id,
    type: 'text' as const,
    title: external_id,
    topics,
  });
  const load = async (...records: ReturnType<typeof record>[]) => {
    const ids = await seed.load(records);
    return records.map(({ provider, external_id }) => ids.get(`${provider} ${external_id}`)!);
  };
  type Topics = { key: number; value: string }[];
  const readTopics = async (id: number, actor = acme): Promise<Topics> => {
    const { body } = await actor.get(`/v2/learning-objects/${id}`);
    expect(body.attributes.topics.map(({ value }: Topics[number]) => value)).toEqual(body.topics);
    return body.attributes.topics;
  };
  const change = (id: number, topics: string[]) => acme.patch(`/v2/learning-objects/${id}`, { topics });

  it('have one number for each text, in the order of the object, whatever else changes', async () => {
    const [one, two] = await load(
      record('acme', 'one', ['Safety', 'Data']),
      record('acme', 'two', ['Data', 'data']),
    );
    const [safety, data] = await readTopics(one!);
    const [same, other] = await readTopics(two!);
    expect(new Set([safety!.key, data!.key, other!.key]).size).toBe(3);
    for (const { key } of [safety!, data!, other!]) expect(Number.isSafeInteger(key)).toBe(true);
    expect(same).toEqual(data);
    const answer = await change(one!, ['Data', 'New', 'Safety']);
    expect(answer.body.attributes.topics).toEqual([data, { key: expect.any(Number), value: 'New' }, safety]);
    expect(await readTopics(two!)).toEqual([same, other]);
    await load(record('acme', 'one', ['Safety']), record('acme', 'three', ['New', 'Data']));
    expect(await readTopics(one!)).toEqual([safety]);
    const { hits, facets } = (await acme.get('/v2/learning-objects?topics=Data&facets=topics&sort=title'))
      .body;
    expect(hits.map((hit: { attributes: { topics: Topics } }) => hit.attributes.topics)).toEqual([
      [answer.body.attributes.topics[1], data],
      [same, other],
    ]);
    expect(facets.topics.buckets).toContainEqual({ key: 'Data', doc_count: 2 });
    const event = await api.db.one<{ data: string }>(sql`
      select data from learning.outbox where object_type = 'lo' and object_id = ${one}
       order by id desc limit 1`);
    expect(JSON.parse(event.data).attributes.topics).toEqual(answer.body.attributes.topics);
  });

  it('do not reveal whether another portal has the same', async () => {
    const [theirs] = await load(record('globex', 'plan', ['Merger with Initech']));
    const [mine] = await load(record('acme', 'guess', ['Merger with Initech', 'Never heard of']));
    const [knownTopic] = await readTopics(theirs!, globex);
    const [guessed, unknown] = await readTopics(mine!);
    // a new number, as for a text that no object has
    expect(guessed!.key).toBeGreaterThan(knownTopic!.key);
    expect(Math.abs(guessed!.key - unknown!.key)).toBe(1);
  });

  it('of one portal are limited; existing ones can still be used', async () => {
    const [id, next] = await load(record('acme', 'full', ['Here']), record('acme', 'next', []));
    await api.db.many(sql`
      insert into learning.topics (portal_id, name)
      select ${acme.portal.id}, 'Filler ' || n
        from generate_series(1, ${limits.topics.most - 1} - (select count(*) from learning.topics where
             portal_id = ${acme.portal.id})) n`);
    const answers = await Promise.all(['A', 'B', 'C'].map((topic) => change(id!, [topic, 'Here'])));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({
      error_code: 'limit_reached',
      limit: 'topics',
    });
    const titles = await api.db.many(sql`
      select name from learning.topics where name = any(${['A', 'B', 'C']})`);
    expect(titles).toHaveLength(1);
    expect((await change(next!, ['Here', 'Filler 7'])).status).toBe(200);
    await expect(load(record('acme', 'fine', ['Here']), record('acme', 'beyond', ['D']))).rejects.toThrow(
      `line 2: Limit per portal: ${limits.topics.most.toLocaleString('en')} topics`,
    );
    expect(await load(record('acme', 'fine', ['Here']))).toEqual([expect.any(Number)]);
    expect(await load(record('globex', 'free', ['E']))).toEqual([expect.any(Number)]);
  });
});

describe('languages of learning objects', () => {
  let initech: TestAccount;
  beforeAll(async () => {
    initech = await api.administrator();
    await seed.provider('initech', initech.portal.id);
  });

  const record = (provider: string, number: number, language: string) => ({
    provider,
    external_id: `${number}`,
    type: 'text' as const,
    title: `Wanderers ${number}`,
    language,
  });
  /** `en-aa`, `en-ab` ...: those that stand for a country are taken. */
  const variants = [
    'ad',
    'ae',
    'af',
    'ag',
    'ai',
    'al',
    'am',
    'ao',
    'aq',
    'ar',
    'as',
    'at',
    'au',
    'aw',
    'ax',
    'az',
  ]
    .flatMap((country) =>
      ['en', 'de', 'fr', 'es', 'it', 'nl', 'sv'].map((language) => `${language}-${country}`),
    )
    .slice(0, limits.languages.most);

  it('are limited for each portal where they are new to all; those in use are free', async () => {
    expect(variants).toHaveLength(limits.languages.most);
    await seed.load(variants.map((language, number) => record('initech', number, language)));
    await expect(seed.load([record('initech', 1_000, 'pt-br')])).rejects.toThrow(
      `line 1: Limit per portal: ${limits.languages.most} languages`,
    );
    const [one] = await seed.load([record('globex', 1, 'pt-br')]);
    expect(one).toBeDefined();
    // no longer new: only words that no object had before make searches larger
    await seed.load([record('initech', 1_001, 'pt-br')]);
    const refused = await initech.post('/v2/content/links', {
      title: 'Link',
      url: 'https://links.example/one',
      language: 'pt-pt',
    });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ error_code: 'limit_reached', limit: 'languages' });
  });

  it('with the same two letters are searched as one', async () => {
    const { body } = await globex.get('/v2/learning-objects?keyword=wanderer&facets=language&limit=0');
    expect(body.total).toBe(1);
    const ownAnswer = await initech.get('/v2/learning-objects?keyword=wanderer&language=en-ad&limit=0');
    expect(ownAnswer.body.total).toBe(1);
  });
});

describe('Learning objects with long labels', () => {
  const { most } = limits.label_bytes;
  /** As many labels of 40 characters as there may be. */
  const labels = () =>
    Array.from({ length: Math.floor(most / 123) }, (_, index) => `${index}`.padEnd(40, '語'));
  let admin: TestAccount;
  let ids: Map<string, number>;

  beforeAll(async () => {
    admin = await api.administrator();
    await seed.provider('own', admin.portal.id);
    ids = await seed.load(
      Array.from({ length: 50 }, (_, index) => ({
        provider: 'own',
        external_id: `heavy${index}`,
        type: 'text' as const,
        title: `Heavy ${index}`.padEnd(255, '語'),
        summary: '語'.repeat(2_000),
        description: '"'.repeat(19_999),
        tags: labels(),
        topics: labels(),
        authors: labels(),
        skills: labels(),
      })),
    );
    await seed.load([
      {
        provider: 'own',
        external_id: 'course',
        type: 'course' as const,
        title: 'Course',
        items: Array.from({ length: 600 }, (_, index) => ({
          external_id: `part${index}`,
          type: 'text' as const,
          title: `Part ${index}`,
          tags: labels(),
          topics: labels(),
          authors: labels(),
          skills: labels(),
        })),
      },
    ]);
  });

  const change = (json: object) => admin.patch(`/v2/learning-objects/${ids.get('own heavy0')}`, json);

  it.each(['tags', 'topics'])('are refused over the size limit of one list: %s', async (name) => {
    const { status, body } = await change({ [name]: [...labels(), 'x'.repeat(100), 'y'.repeat(100)] });
    expect([status, body.additional_errors?.[0].path]).toEqual([400, name]);
    expect((await change({ [name]: labels() })).status).toBe(200);
  });

  it('make no course longer than the limit of all its contents: the first items are returned', async () => {
    const hits = (await admin.get('/v2/learning-objects?keyword=Course')).body.hits;
    const path = `/v2/learning-objects/${hits[0].id}`;
    const { status, body, text } = await admin.get(path);
    expect([status, body.items_count]).toEqual([200, 600]);
    expect(body.items.length).toBeGreaterThan(300);
    expect(body.items.length).toBeLessThan(600);
    expect(Buffer.byteLength(text)).toBeLessThan(limits.course_bytes.most + limits.page_bytes.most);
  });

  it('keep every page within the limit of an answer: descriptions are shortened and marked', async () => {
    const { status, body, text } = await admin.get('/v2/learning-objects?keyword=Heavy&limit=50');
    expect([status, body.hits.length]).toEqual([200, 50]);
    expect(Buffer.byteLength(text)).toBeLessThan(limits.page_bytes.most);
    expect(
      body.hits.every(({ shortened }: { shortened?: string[] }) => shortened?.[0] === 'description'),
    ).toBe(true);
    expect(body.hits[0].description.length).toBeGreaterThan(1_000);
  });
});
