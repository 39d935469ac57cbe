import { sql } from '@app/database';
import type { HttpApp } from '@app/http';
import { limits } from '@app/limits';
import { HttpClient, isThorough, type CatalogueSeed } from '@app/testing';
import { Redis } from 'ioredis';
import { useResourceApi, type TestAccount } from '../../../test/resource-api.js';
import { createResourceApi } from '../../app.js';
import { Scrolls } from './scrolls.js';

/** Objects in the catalogue; the long form has more than a page of any list reaches. */
const total = isThorough ? 20_000 : 2_000;

describe('GET /v2/learning-objects?scroll=true', () => {
  const api = useResourceApi();
  let seed: CatalogueSeed;
  let acme: TestAccount;
  let redis: Redis;
  let replica: HttpApp;
  let toReplica: HttpClient;

  beforeAll(async () => {
    acme = await api.administrator();
    seed = await api.catalogue();
    const providerId = await seed.provider('acme', acme.portal.id);
    // inserted directly: the test is about scrolling, not the import
    await api.db.many(sql`
      with written as (
        insert into learning.learning_objects (portal_id, provider_id, external_id, type, title)
        select ${acme.portal.id}, ${providerId}, 'n' || n, 'text', 'Lesson ' || n
          from generate_series(1, ${total}) n returning id)
      select learning.index_documents(array(select id from written))`);
    redis = new Redis(api.settings.REDIS_URL);
    replica = await createResourceApi(api.settings, { clock: api.clock });
    await replica.app.listen(0, '127.0.0.1');
    toReplica = new HttpClient(await replica.app.getUrl());
  });
  afterAll(async () => {
    redis?.disconnect();
    await toReplica?.close();
    await replica?.app.close();
  });

  const scroll = async (query: string, actor = acme, http = api.http) => {
    const answer = await http.get(`/v2/learning-objects?scroll=true&${query}`, { token: actor.token });
    return { status: answer.status, ...answer.body };
  };
  const listIds = (page: { hits: { id: number }[] }) => page.hits.map((hit) => hit.id);

  it('returns every hit exactly once to 50 concurrent callers of two replicas with one id, and nothing added later', async () => {
    const first = await scroll('limit=50');
    expect(first.total).toBe(total);
    const seen = listIds(first);
    const later = await seed.load([{ provider: 'acme', external_id: 'later', type: 'text', title: 'Late' }]);
    const started = performance.now();
    const run = async (caller: number): Promise<void> => {
      for (;;) {
        const http = caller % 2 === 0 ? api.http : toReplica;
        const page = await scroll(`scrollId=${first._scroll_id}`, acme, http);
        if (page.hits.length === 0) return;
        expect(page._scroll_id).toBe(first._scroll_id);
        seen.push(...listIds(page));
      }
    };
    await Promise.all(Array.from({ length: 50 }, (_, caller) => run(caller)));
    const rate = Math.round((total / (performance.now() - started)) * 1000);
    process.stdout.write(`scroll: ${rate} hits a second, client included\n`);
    expect(seen).toHaveLength(total);
    expect(new Set(seen).size).toBe(total);
    expect(seen).not.toContain(later.get('acme later'));
  });

  it('keeps the sort order, and later requests may omit limit', async () => {
    const first = await scroll('limit=3&sort=created,title');
    const next = await scroll(`scrollId=${first._scroll_id}`);
    const plain = await acme.get('/v2/learning-objects?limit=6&sort=created,title');
    expect([...listIds(first), ...listIds(next)]).toEqual(listIds(plain.body));
    expect(listIds(await scroll(`scrollId=${first._scroll_id}&limit=5`))).toHaveLength(5);
  });

  it('shows no facets', async () => {
    expect(await scroll('limit=1&facets=type')).not.toHaveProperty('facets');
  });

  it('answers an empty page for an expired, unknown or foreign id', async () => {
    const { _scroll_id: id } = await scroll('limit=2');
    const other = await api.administrator();
    const otherClient = await api.application(acme.portal);
    const colleague = await api.administrator(acme.portal);
    const learner = await api.account(acme.portal);
    for (const [key, actor] of [
      [id, other],
      [id, otherClient],
      [id, colleague],
      [id, learner],
      ['nonsense', acme],
      ['A'.repeat(24), acme],
    ] as const) {
      const page = await scroll(`scrollId=${key}`, actor);
      expect(page).toMatchObject({ status: 200, hits: [] });
    }
    expect(listIds(await scroll(`scrollId=${id}`))).toHaveLength(2);
    // an hour passes: Redis expires keys by its own clock, so the test deletes them
    for (const key of await redis.keys(`*${id}*`)) await redis.pexpire(key, 0);
    expect(await scroll(`scrollId=${id}`)).toMatchObject({ status: 200, hits: [] });
  });

  it('no longer shows objects hidden since', async () => {
    const link = { provider: 'acme', type: 'link', title: 'x', url: 'https://x.example/' } as const;
    await seed.load(['1', '2', '3'].map((external_id) => ({ ...link, external_id })));
    const first = await scroll('limit=1&type=link');
    expect(first).toMatchObject({ total: 3, hits: [{ type: 'link' }] });
    const [seen] = listIds(first);
    const links = await acme.get('/v2/learning-objects?type=link');
    for (const id of listIds(links.body).filter((one) => one !== seen))
      await acme.delete(`/v2/learning-objects/${id}`);
    // not the last page, although nothing of it is left
    const second = await scroll(`scrollId=${first._scroll_id}`);
    expect(second).toMatchObject({ hits: [], _scroll_id: first._scroll_id });
    expect(await scroll(`scrollId=${first._scroll_id}`)).toMatchObject({ hits: [] });
  });

  it('ends with _scroll_id null, also when nothing is found; limit=0 is 400', async () => {
    const { _scroll_id: id } = await scroll('limit=50&type=text&keyword=Lesson%207777');
    let page = await scroll(`scrollId=${id}`);
    while (page.hits.length > 0) page = await scroll(`scrollId=${id}`);
    expect(page._scroll_id).toBeNull();
    expect(await scroll('type=award')).toMatchObject({ total: 0, hits: [], _scroll_id: null });
    expect(await scroll('scrollId=unknown')).toMatchObject({ hits: [], _scroll_id: null });
    for (const query of ['limit=0', `limit=0&scrollId=${id}`]) {
      const refused = await scroll(query);
      expect([refused.status, refused.additional_errors[0].path]).toEqual([400, 'limit']);
    }
  });

  it('allows 50 live scrolls for one account, which do not affect others', async () => {
    const fresh = await api.administrator();
    const learner = await api.account(fresh.portal);
    const pages = await Promise.all(Array.from({ length: 60 }, () => scroll('limit=1', learner)));
    expect(pages.filter((page) => page.status === 200)).toHaveLength(50);
    expect(pages.filter((page) => page.status === 429)).toHaveLength(10);
    const otherScrolls = await Promise.all(Array.from({ length: 50 }, () => scroll('limit=1', fresh)));
    expect(new Set(otherScrolls.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('has a total per portal, within which other accounts can always open one', async () => {
    const fresh = await api.administrator();
    const greedy = await Promise.all(Array.from({ length: 20 }, () => api.account(fresh.portal)));
    let opened = 0;
    for (const actor of greedy) {
      const pages = await Promise.all(Array.from({ length: 51 }, () => scroll('limit=1', actor)));
      opened += pages.filter(({ status }) => status === 200).length;
    }
    expect(opened).toBeGreaterThan(900);
    expect(opened).toBeLessThan(limits.scrolls_of_portal.most);
    expect((await scroll('limit=1', fresh)).status).toBe(200);
  });

  it('also limits the stored hits', async () => {
    const fresh = await api.administrator();
    const scrolls = api.server.app.get(Scrolls);
    const learner = { portalId: fresh.portal.id, clientId: 'test-app', accountId: 1 };
    const ids = new Array<number>(limits.scrolled_hits.most / 10).fill(1);
    const outcomes = [];
    for (let time = 0; time < 5; time += 1)
      outcomes.push(
        await scrolls.open(learner, ids, 1).then(
          () => 'open',
          () => 'refused',
        ),
      );
    expect(outcomes).toEqual(['open', 'open', 'open', 'refused', 'refused']);
    // another client of the portal gets half of what is left, another portal has its own
    const half = ids.slice(0, ids.length / 2);
    const other = { ...learner, clientId: 'other-app' };
    await expect(scrolls.open(other, ids.concat(ids, ids, ids), 1)).rejects.toMatchObject({ status: 429 });
    await expect(scrolls.open(other, half, 1)).resolves.toEqual(expect.any(String));
    const elsewhere = { ...other, portalId: (await api.portal()).id };
    await expect(scrolls.open(elsewhere, ids.concat(ids, ids, ids), 1)).resolves.toEqual(expect.any(String));
    expect((await scroll('limit=1', fresh)).status).toBe(200);
  });

  it('also limits the stored hits of all portals together; other portals can always open one', async () => {
    const scrolls = api.server.app.get(Scrolls);
    const all = `${api.settings.REDIS_PREFIX}:scroll`;
    const owner = async () => ({ portalId: (await api.portal()).id, clientId: 'test-app', accountId: 1 });
    const [large, small] = [new Array<number>(2_000).fill(1), [1]];
    const until = Math.floor(Date.now() / 1000) + 50;
    await redis.del(all);
    await redis.hset(all, 'of-others', `${limits.scrolled_hits_of_all.most - 3_000} ${until}`);
    const first = await owner();
    await expect(scrolls.open(first, large, 1)).rejects.toMatchObject({ status: 429 });
    const id = await scrolls.open(first, small, 0);
    await expect(scrolls.next(first, id)).resolves.toMatchObject({ total: 1 });
    await expect(scrolls.open(await owner(), small, 1)).resolves.toEqual(expect.any(String));
    // those of others have expired
    await redis.hset(all, 'of-others', `${limits.scrolled_hits_of_all.most - 3_000} ${until - 100}`);
    await expect(scrolls.open(await owner(), large, 1)).resolves.toEqual(expect.any(String));
    expect(await redis.hexists(all, 'of-others')).toBe(0);
  });

  it('answers 503 while Redis is down, but search still works', async () => {
    const ownRedis = api.server.app.get<Redis>((await import('@app/redis')).REDIS);
    ownRedis.disconnect();
    expect((await scroll('limit=1')).status).toBe(503);
    const plain = await acme.get('/v2/learning-objects?limit=1');
    expect(plain.status).toBe(200);
    await ownRedis.connect();
    expect((await scroll('limit=1', await api.administrator())).status).toBe(200);
  });
});
