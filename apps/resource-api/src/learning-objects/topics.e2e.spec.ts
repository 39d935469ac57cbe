import { sql } from '@app/database';
import { limits } from '@app/limits';
import type { CatalogueSeed } from '@app/testing';
import { useResourceApi, type TestAccount } from '../../test/resource-api.js';

describe('attributes.topics', () => {
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
    const { body } = await api.http.get(`/v2/learning-objects/${id}`, { token: actor.token });
    expect(body.attributes.topics.map(({ value }: Topics[number]) => value)).toEqual(body.topics);
    return body.attributes.topics;
  };
  const change = (id: number, topics: string[]) =>
    api.http.patch(`/v2/learning-objects/${id}`, { token: acme.token, json: { topics } });

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
    const { hits, facets } = (
      await api.http.get('/v2/learning-objects?topics=Data&facets=topics&sort=title', { token: acme.token })
    ).body;
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
    // a new number, as for a text that nobody has
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
