import type { Client } from '@opensearch-project/opensearch';
import { portalVisibility, PostgresCatalogueIndex, readSearchIndex } from '@app/catalogue';
import { systemClock } from '@app/kernel';
import { metrics } from '@app/metrics';
import {
  CatalogueSeed,
  compareWithModel,
  describeWithOpenSearch,
  InterceptingProxy,
  useDatabase,
  useOpenSearch,
} from '@app/testing';
import { pino } from 'pino';
import { CatalogueIndexer } from './catalogue-indexer.js';
import { createOpenSearchClient } from './client.js';
import { repairDrift } from './drift.js';
import { FallingBackIndex } from './falling-back-index.js';
import { OpenSearchCatalogueIndex } from './opensearch-catalogue-index.js';

const PORTAL = 1;
const ALIAS = 'large';
const MOST_BYTES = 8_000_000;
const logger = pino({ level: 'silent' });

describeWithOpenSearch('documents that are large', () => {
  const engine = useOpenSearch();
  const db = useDatabase();
  let proxy: InterceptingProxy;
  let client: Client;
  let seed: CatalogueSeed;
  let indexer: CatalogueIndexer;

  beforeAll(async () => {
    proxy = await InterceptingProxy.start(engine.url);
    const nobody = {
      OPENSEARCH_USERNAME: undefined,
      OPENSEARCH_PASSWORD: undefined,
      OPENSEARCH_CA: undefined,
    };
    client = createOpenSearchClient({ OPENSEARCH_URLS: [proxy.url], ...nobody }, 60_000);
    seed = await CatalogueSeed.open(db.urls.owner, systemClock);
    await db.db.many(`insert into identity.portals (id, name, title) values ($1, 'own', 'own')`, [PORTAL]);
    await seed.provider('own', PORTAL);
    indexer = newIndexer(ALIAS);
  });
  beforeEach(() => proxy.reset());
  afterAll(async () => {
    await client.close();
    await seed.close();
    proxy.stop();
  });

  const newIndexer = (alias: string, database = db.database, shards = 1) =>
    new CatalogueIndexer(
      database,
      client,
      { OPENSEARCH_INDEX: alias, OPENSEARCH_SHARDS: shards, OPENSEARCH_REPLICAS: 0 },
      logger,
    );
  const catchUp = async (by = indexer) => {
    while ((await by.step()) === 'more');
  };
  const load = (prefix: string, count: number) =>
    seed.load(
      Array.from({ length: count }, (_, index) => ({
        provider: 'own',
        external_id: `${prefix}-${index}`,
        type: 'video' as const,
        title: `${prefix} ${index}`,
      })),
    );
  /** As a description of a hundred thousand characters or more makes it: 400 kB of different words. */
  const enlarge = (prefix: string) =>
    db.db.many(
      `update learning.search_doc d set doc = d.doc || array_to_tsvector(
         array(select 'w' || lpad((d.lo_id * 100000 + n)::text, 11, '0') from generate_series(1, 25000) n))
         from learning.learning_objects o where o.id = d.lo_id and o.external_id like $1`,
      [`${prefix}-%`],
    );
  /** The sizes of the requests that write, in bytes. */
  const bulks = () => {
    const sizes: number[] = [];
    proxy.before = ({ path, body }) => {
      if (path.includes('_bulk')) sizes.push(Buffer.byteLength(body));
    };
    return sizes;
  };
  /** Answers by 413 whatever has more bytes than a proxy lets through. */
  const refuseBeyond = (bytes: number) => {
    proxy.before = ({ path, body }) =>
      path.includes('_bulk') && Buffer.byteLength(body) > bytes ? { status: 413, body: '' } : undefined;
  };
  const postgres = () => new PostgresCatalogueIndex(db.database);
  const index = () =>
    new FallingBackIndex(
      new OpenSearchCatalogueIndex(client, db.database, ALIAS, 1, 0, Date.now, postgres()),
      postgres(),
      logger,
      async () => undefined,
    );
  const totalOf = async (keyword: string) => {
    const visibility = await portalVisibility(db.database, { portalId: PORTAL, seesDrafts: true });
    const filter = { premium: false, keyword };
    metrics.catalogue_searches_total.reset();
    const { total } = await index().search(visibility, { filter, sort: [], offset: 0, limit: 1, facets: [] });
    const frozen = await index().freeze(visibility, { filter, sort: [] });
    expect(frozen).toHaveLength(total);
    const { values } = await metrics.catalogue_searches_total.get();
    return [total, ...values.map(({ labels, value }) => `${labels['engine']} ${labels['reason']} ${value}`)];
  };

  it('are read and written some megabytes at a time, by a build, by what follows and by verifying', async () => {
    await load('wide', 45);
    await enlarge('wide');
    const built = bulks();
    await catchUp();
    expect(built.length).toBeGreaterThanOrEqual(3);
    expect(Math.max(...built)).toBeLessThanOrEqual(MOST_BYTES);
    await db.db.many('update learning.search_doc set popularity = popularity + 1');
    const followed = bulks();
    await catchUp();
    expect(followed.length).toBeGreaterThanOrEqual(3);
    expect(Math.max(...followed)).toBeLessThanOrEqual(MOST_BYTES);
    expect(await totalOf('wide')).toEqual([45, 'opensearch none 2']);
    const steps: number[] = [];
    const drift = await repairDrift(db.database, client, ALIAS, ({ compared }) => steps.push(compared));
    expect(drift).toEqual({ compared: 45, missing: 0, superfluous: 0, different: 0 });
    expect(steps.length).toBeGreaterThanOrEqual(3);
  });

  it('are halved where the cluster takes less at once, and nothing is left out', async () => {
    await load('half', 12);
    await enlarge('half');
    refuseBeyond(1_000_000);
    metrics.search_documents_refused_total.reset();
    await catchUp();
    expect(await totalOf('half')).toEqual([12, 'opensearch none 2']);
    expect((await metrics.search_documents_refused_total.get()).values[0]!.value).toBe(0);
  });

  it('and too large alone are set aside: Postgres answers what finds them, and nothing else', async () => {
    await load('giant', 1);
    await load('dwarf', 3);
    await catchUp();
    expect(await totalOf('giant')).toEqual([1, 'opensearch none 2']);
    await enlarge('giant');
    await load('dwarf', 5);
    refuseBeyond(200_000);
    metrics.search_documents_refused_total.reset();
    await catchUp();
    expect((await metrics.search_documents_refused_total.get()).values[0]!.value).toBe(1);
    expect(await totalOf('dwarf')).toEqual([5, 'opensearch none 2']);
    expect(await totalOf('giant')).toEqual([1, 'postgres set aside 2']);
    // what the index had of it is gone
    await db.db.many(
      `update learning.search_doc d set doc = ts_delete(doc, array['giant', '^giant', '#giant'])
         from learning.learning_objects o where o.id = d.lo_id and o.external_id = 'giant-0'`,
    );
    await db.db.many(`update learning.catalogue_version set version = version + 1 where shard = 0`);
    await catchUp();
    expect(await totalOf('giant')).toEqual([0, 'opensearch none 2']);
    // and once it fits, it is in the index as any other
    await load('giant', 1);
    proxy.reset();
    await db.db.many(
      `select learning.index_documents(array(select id from learning.learning_objects where external_id = 'giant-0'))`,
    );
    await catchUp();
    expect(await totalOf('giant')).toEqual([1, 'opensearch none 2']);
    expect((await readSearchIndex(db.database))!.aside).toEqual([]);
  });

  it('and many: Postgres answers everything', async () => {
    await load('crowd', 1_100);
    proxy.before = ({ path, body }) =>
      path.includes('_bulk') && body.includes('"index"') ? { status: 413, body: '' } : undefined;
    await catchUp();
    expect(await totalOf('dwarf')).toEqual([5, 'postgres behind 2']);
    proxy.reset();
    await db.db.many('update learning.search_doc set popularity = popularity + 1');
    await catchUp();
    expect(await totalOf('dwarf')).toEqual([5, 'postgres behind 2']);
    await indexer.rebuild();
    await catchUp();
    expect(await totalOf('dwarf')).toEqual([5, 'opensearch none 2']);
  });

  it.each([1, 2])(
    'and set aside: random searches are answered like the naive model, catalogue %i',
    (number) =>
      compareWithModel(number, 60, async (database) => {
        const alias = `aside-${number}`;
        const isRefused = (body: string) => (/"index":\{"_id":"(\d+)"/.exec(body)?.[1] ?? '1').endsWith('0');
        proxy.before = ({ path, body }) => {
          const many = body.trimEnd().split('\n').length > 2;
          return path.includes('_bulk') && body.includes('"index"') && (many || isRefused(body))
            ? { status: 413, body: '' }
            : undefined;
        };
        await catchUp(newIndexer(alias, database, number));
        expect((await readSearchIndex(database))!.aside.length).toBeGreaterThan(0);
        const behind = new PostgresCatalogueIndex(database);
        return new FallingBackIndex(
          new OpenSearchCatalogueIndex(client, database, alias, number, 0, Date.now, behind),
          behind,
          logger,
          async () => undefined,
        );
      }),
  );
});
