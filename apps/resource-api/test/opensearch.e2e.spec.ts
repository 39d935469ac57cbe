import { Client } from '@opensearch-project/opensearch';
import { type Database, openDatabase, sql } from '@app/database';
import { metrics } from '@app/metrics';
import { CatalogueIndexer, repairDrift } from '@app/opensearch';
import { deleteUnconsumed, readSearchIndex, removeUnfollowed, waitingChanges } from '@app/catalogue';
import { describeWithOpenSearch, stepUntilDone, useOpenSearch, type CatalogueSeed } from '@app/testing';
import { pino } from 'pino';
import { ResourceApiHarness, type TestAccount } from './resource-api.js';

const ALIAS = 'test-objects';
const settings = { OPENSEARCH_INDEX: ALIAS };
const shape = { shards: 1, replicas: 0 };

describeWithOpenSearch('searches that OpenSearch answers', () => {
  const engine = useOpenSearch();
  const api = new ResourceApiHarness();
  let client: Client;
  let worker: Database;
  let indexer: CatalogueIndexer;
  let seed: CatalogueSeed;
  let administrator: TestAccount;

  beforeAll(async () => {
    await api.start({ SEARCH_ENGINE: 'opensearch', OPENSEARCH_URLS: [engine.url], ...settings }, undefined, {
      openSearchTiming: { timeoutMs: 20_000, maxLagMs: 0 },
    });
    client = new Client({ nodes: [engine.url] });
    worker = await openDatabase({ url: api.database.urls.worker, applicationName: 'test', poolSize: 3 });
    indexer = newIndexer();
    seed = await api.catalogue();
    administrator = await api.administrator();
    await seed.provider('own', administrator.portal.id);
    await load('first', 12);
  });
  afterAll(async () => {
    await client.close();
    await worker.dataSource.destroy();
    await api.stop();
  });

  const newIndexer = () => new CatalogueIndexer(worker, client, settings, pino({ level: 'silent' }), shape);
  /** Steps until the index is in step. */
  const catchUp = (catalogueIndexer = indexer) => stepUntilDone(worker, catalogueIndexer);
  const load = (prefix: string, count: number, title = prefix) =>
    seed.load(
      Array.from({ length: count }, (_, index) => ({
        provider: 'own',
        external_id: `${prefix}-${index}`,
        type: 'video' as const,
        title: `${title} ${index}`,
        tags: [prefix],
      })),
    );
  interface SearchPage {
    total: number;
    hits: { title: string }[];
    facets: { tag: { buckets: { key: string; doc_count: number }[] } };
  }
  const search = async (query: string, { token } = administrator) => {
    const answer = await api.http.get(`/v2/learning-objects?limit=50&facets=tag&${query}`, { token });
    expect(answer.status).toBe(200);
    return answer.body as SearchPage;
  };
  /** Removes every document of the index. */
  const empty = async () => {
    const all = { index: ALIAS, body: { query: { match_all: {} }, size: 10_000, _source: false } };
    const hits = (await client.search(all)).body.hits.hits;
    const removed = hits.map(({ _id }) => ({ delete: { _id } }));
    expect((await client.bulk({ index: ALIAS, refresh: true, body: removed })).body.errors).toBe(false);
  };
  /** How often each engine has answered, and why. */
  const answers = async () =>
    Object.fromEntries(
      (await metrics.catalogue_searches_total.get()).values.map(({ labels, value }) => [
        `${labels['engine']} ${labels['reason']}`,
        value,
      ]),
    );
  const countAnswers = async (work: () => Promise<unknown>) => {
    metrics.catalogue_searches_total.reset();
    await work();
    return answers();
  };

  it('are answered by Postgres until the index is built, then by it, with the same answer', async () => {
    let before: SearchPage | undefined;
    expect(await countAnswers(async () => (before = await search('keyword=first')))).toEqual({
      'postgres behind': 1,
    });
    await catchUp();
    let after: SearchPage | undefined;
    expect(await countAnswers(async () => (after = await search('keyword=first')))).toEqual({
      'opensearch none': 1,
    });
    expect(before!.total).toBe(12);
    expect(after).toEqual(before);
  });

  it('contain a change immediately, whichever engine answers', async () => {
    await catchUp();
    await load('second', 5);
    expect(await countAnswers(async () => expect((await search('keyword=second')).total).toBe(5))).toEqual({
      'postgres behind': 1,
    });
    await catchUp();
    expect(await countAnswers(async () => expect((await search('keyword=second')).total).toBe(5))).toEqual({
      'opensearch none': 1,
    });
    const id = (await load('second', 1, 'renamed')).get('own second-0')!;
    await catchUp();
    expect((await search('keyword=renamed')).hits.map(({ title }) => title)).toEqual(['renamed 0']);
    const { token } = administrator;
    expect((await api.http.delete(`/v2/learning-objects/${id}`, { token })).status).toBe(204);
    await catchUp();
    expect(await countAnswers(async () => expect((await search('keyword=second')).total).toBe(4))).toEqual({
      'opensearch none': 1,
    });
    expect(await waitingChanges(worker, 10)).toEqual({ count: 0, seconds: 0 });
  });

  it('begin a scroll', async () => {
    await catchUp();
    const { token } = administrator;
    const path = '/v2/learning-objects?scroll=true&limit=3&keyword=first';
    metrics.catalogue_searches_total.reset();
    const page = (await api.http.get(path, { token })).body as { total: number };
    expect(page.total).toBe(12);
    expect(await answers()).toEqual({ 'opensearch none': 1 });
  });

  it('show nothing that is hidden by now, however old the index is', async () => {
    const other = await api.administrator();
    const group = await seed.group('shown', administrator.portal.id);
    await seed.load([
      {
        provider: 'own',
        external_id: 'shared',
        type: 'video',
        title: 'Shared thing',
        content_groups: ['shown'],
      },
    ]);
    await seed.subscribe(other.portal.id, group);
    await catchUp();
    expect((await search('keyword=shared', other)).total).toBe(1);
    await api.db.many(sql`delete from learning.content_group_items where content_group_id = ${group}`);
    await api.db.many(sql`
      select learning.index_documents(array(select id from learning.learning_objects
       where external_id = 'shared'))`);
    expect((await search('keyword=shared', other)).hits).toEqual([]);
    await catchUp();
    expect((await search('keyword=shared', other)).total).toBe(0);
  });

  it('are right while the index is emptied, and removed, and built again by itself', async () => {
    await catchUp();
    await empty();
    expect(await countAnswers(async () => expect((await search('keyword=first')).total).toBe(12))).toEqual({
      'postgres behind': 1,
    });
    await catchUp();
    expect(await countAnswers(async () => expect((await search('keyword=first')).total).toBe(12))).toEqual({
      'opensearch none': 1,
    });
    const { name } = (await readSearchIndex(worker))!;
    await client.indices.delete({ index: name });
    expect(await countAnswers(async () => expect((await search('keyword=first')).total).toBe(12))).toEqual({
      'postgres behind': 1,
    });
    await catchUp();
    expect(await countAnswers(async () => expect((await search('keyword=first')).total).toBe(12))).toEqual({
      'opensearch none': 1,
    });
    expect((await readSearchIndex(worker))!.name).not.toBe(name);
  });

  it('are correct while it is rebuilt next to the current one, including concurrent changes', async () => {
    await catchUp();
    const before = (await readSearchIndex(worker))!.name;
    await indexer.rebuild();
    await load('meanwhile', 3);
    const other = newIndexer();
    // the one that had it before finds out
    expect(await other.step()).toBe('leased by another');
    await catchUp();
    expect((await search('keyword=meanwhile')).total).toBe(3);
    expect((await readSearchIndex(worker))!.name).not.toBe(before);
    const { body } = await client.indices.get({ index: `${ALIAS}-*` });
    expect(Object.keys(body)).toHaveLength(1);
  });

  it('are answered only from an index of the same history of Postgres', async () => {
    await catchUp();
    const { name } = (await readSearchIndex(worker))!;
    const { body } = await client.get({ index: ALIAS, id: 'state' });
    const { state: now } = body._source as { state: { version: number } };
    // that of a future which a restore has undone
    const state = { ...now, past: '00000000', version: now.version + 1_000 };
    await client.index({ index: ALIAS, id: 'state', refresh: true, body: { state } });
    const { token } = administrator;
    const path = '/v2/learning-objects?keyword=first';
    for (const more of ['', '&scroll=true'])
      expect(await countAnswers(() => api.http.get(`${path}${more}`, { token }))).toEqual({
        'postgres behind': 1,
      });
    await catchUp();
    expect(await countAnswers(() => search('keyword=first'))).toEqual({ 'opensearch none': 1 });
    expect((await readSearchIndex(worker))!.name).not.toBe(name);
  });

  it('a document that the index refuses does not block others, and is counted', async () => {
    await catchUp();
    await load('bad', 1);
    await load('good', 2);
    await api.db.many(sql`
      update learning.search_doc d set title_key = repeat('x', 40000) from learning.learning_objects o
       where o.id = d.lo_id and o.external_id = 'bad-0'`);
    metrics.search_documents_refused_total.reset();
    await catchUp();
    expect((await metrics.search_documents_refused_total.get()).values[0]!.value).toBe(1);
    expect((await search('keyword=good')).total).toBe(2);
    await load('bad', 1, 'mended');
    await catchUp();
    expect((await search('keyword=mended')).total).toBe(1);
  });

  it('drift is found and written again', async () => {
    await catchUp();
    const rows = await api.db.many<{ lo_id: number }>(sql`
      select lo_id from learning.search_doc order by lo_id limit 3`);
    const [one, two] = rows.map(({ lo_id }) => String(lo_id));
    await client.delete({ index: ALIAS, id: one! });
    await client.update({ index: ALIAS, id: two!, body: { doc: {} } }).catch(() => undefined);
    await client.index({
      index: ALIAS,
      id: '999999',
      refresh: true,
      body: { lo_id: 999_999, owner: 1, shared: true, digest: 'none' },
    });
    const drift = await repairDrift(worker, client, ALIAS, () => undefined);
    expect(drift).toMatchObject({ missing: 1, superfluous: 1 });
    await catchUp();
    expect(await repairDrift(worker, client, ALIAS, () => undefined)).toMatchObject({
      missing: 0,
      superfluous: 0,
      different: 0,
    });
  });

  it('are right after a kill -9 under load, and the engine answers again once it is back', async () => {
    await catchUp();
    let wrong = 0;
    let requestCount = 0;
    const state = { isOver: false };
    const searchObjects = async () => {
      while (!state.isOver) {
        if ((await search('keyword=first')).total !== 12) wrong += 1;
        requestCount += 1;
      }
    };
    const asking = [searchObjects(), searchObjects(), searchObjects()];
    await engine.server.kill();
    await load('dark', 300);
    expect((await search('keyword=dark')).total).toBe(300);
    await engine.restart();
    await catchUp();
    state.isOver = true;
    await Promise.all(asking);
    expect([wrong, requestCount > 3]).toEqual([0, true]);
    // three failures in a row pause it for five seconds
    for (;;) {
      const answersByEngine = await countAnswers(async () =>
        expect((await search('keyword=dark')).total).toBe(300),
      );
      if (answersByEngine['opensearch none'] === 1) break;
    }
  });

  it('changes are noted for a week without a reader, then no longer', async () => {
    await load('unread', 2);
    expect(await deleteUnconsumed(worker, new Date(Date.now() - 7 * 86_400_000))).toBe(false);
    await api.db.many(sql`update learning.search_changes set noted_time = noted_time - interval '8 days'`);
    expect(await deleteUnconsumed(worker, new Date(Date.now() - 7 * 86_400_000))).toBe(true);
    expect(await removeUnfollowed(worker, 1)).toBe(1);
    while ((await removeUnfollowed(worker, 1_000)) > 0);
    await load('unnoted', 2);
    expect((await waitingChanges(worker, 10)).count).toBe(0);
    expect((await search('keyword=unnoted')).total).toBe(2);
    await catchUp();
    expect(await countAnswers(async () => expect((await search('keyword=unnoted')).total).toBe(2))).toEqual({
      'opensearch none': 1,
    });
  });
});
