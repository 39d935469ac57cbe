import type { Client } from '@opensearch-project/opensearch';
import {
  portalVisibility,
  PostgresCatalogueIndex,
  type CatalogueFilter,
  type CatalogueIndex,
} from '@app/catalogue';
import { type Database, sql } from '@app/database';
import { systemClock } from '@app/kernel';
import { metrics } from '@app/metrics';
import {
  CatalogueSeed,
  InterceptingProxy,
  stepUntilDone,
  useDatabase,
  useOpenSearch,
  viewerIn,
  type TestOpenSearch,
} from '@app/testing';
import { pino } from 'pino';
import { CatalogueIndexer } from '../src/catalogue-indexer.js';
import { createOpenSearchClient } from '../src/client.js';
import { FallbackIndex } from '../src/fallback-index.js';
import { OpenSearchCatalogueIndex } from '../src/opensearch-catalogue-index.js';

const PORTAL = 1;
const logger = pino({ level: 'silent' });

/** A portal with a catalogue in Postgres and an index in OpenSearch, which is reached through a proxy. */
export class SearchedCatalogue {
  proxy!: InterceptingProxy;
  client!: Client;
  seed!: CatalogueSeed;
  indexer!: CatalogueIndexer;
  /** Pauses the engine after failures, as in a server; a new one for each test. */
  index!: FallbackIndex;

  constructor(
    readonly engine: TestOpenSearch,
    readonly db: ReturnType<typeof useDatabase>,
    readonly alias: string,
    readonly shards: number,
  ) {}

  async start(): Promise<void> {
    this.proxy = await InterceptingProxy.start(this.engine.url);
    const nobody = {
      OPENSEARCH_USERNAME: undefined,
      OPENSEARCH_PASSWORD: undefined,
      OPENSEARCH_CA: undefined,
    };
    this.client = createOpenSearchClient({ OPENSEARCH_URLS: [this.proxy.url], ...nobody }, 60_000);
    this.seed = await CatalogueSeed.open(this.db.urls.owner, systemClock);
    await this.db.db.many(sql`
      insert into identity.portals (id, name, title) values (${PORTAL}, 'own', 'own')`);
    await this.seed.provider('own', PORTAL);
    this.indexer = this.newIndexer();
  }

  async stop(): Promise<void> {
    await this.client.close();
    await this.seed.close();
    this.proxy.stop();
  }

  reset(): void {
    this.proxy.reset();
    this.index = this.newIndex();
  }

  newIndexer(alias = this.alias, database = this.db.database, shards = this.shards): CatalogueIndexer {
    const settings = { OPENSEARCH_INDEX: alias };
    return new CatalogueIndexer(database, this.client, settings, logger, { shards, replicas: 0 });
  }

  newIndex(
    alias = this.alias,
    database: Database = this.db.database,
    postgres: CatalogueIndex = new PostgresCatalogueIndex(database),
  ): FallbackIndex {
    const engine = new OpenSearchCatalogueIndex(
      this.client,
      database,
      alias,
      0,
      () => systemClock.now().getTime(),
      postgres,
    );
    return new FallbackIndex(engine, postgres, logger, async () => undefined);
  }

  /** Steps until the index is in step. */
  catchUp(byIndexer = this.indexer): Promise<void> {
    return stepUntilDone(this.db.database, byIndexer);
  }

  /** Objects whose title begins with a word. */
  load(word: string, count: number): Promise<Map<string, number>> {
    return this.seed.load(
      Array.from({ length: count }, (_, index) => ({
        provider: 'own',
        external_id: `${word}-${index}`,
        type: 'video' as const,
        title: `${word} ${index}`,
      })),
    );
  }

  /** How many objects a search and a scroll find, and who has answered each, and why. */
  async countHits(keyword: string): Promise<[total: number, search: string, scroll: string]> {
    const visibility = await portalVisibility(this.db.database, viewerIn(PORTAL));
    const filter: CatalogueFilter = { premium: false, keyword };
    const search = { filter, sort: [], offset: 0, limit: 1, facets: [] };
    let total = 0;
    const first = await answeredBy(async () => ({ total } = await this.index.search(visibility, search)));
    const second = await answeredBy(async () =>
      expect(await this.index.freeze(visibility, search)).toHaveLength(total),
    );
    return [total, first, second];
  }
}

async function answeredBy(work: () => Promise<unknown>): Promise<string> {
  metrics.catalogue_searches_total.reset();
  await work();
  const { values } = await metrics.catalogue_searches_total.get();
  return values.map(({ labels }) => `${labels['engine']} ${labels['reason']}`).join();
}

/** For the tests of one file. */
export function useSearchedCatalogue(alias: string, shards = 1): SearchedCatalogue {
  const catalogue = new SearchedCatalogue(useOpenSearch(), useDatabase(), alias, shards);
  beforeAll(() => catalogue.start());
  beforeEach(() => catalogue.reset());
  afterAll(() => catalogue.stop());
  return catalogue;
}

/** The result of {@link SearchedCatalogue.countHits} when the index has answered. */
export const byOpenSearch = (total: number) => [total, 'opensearch none', 'opensearch none'];
/** And when Postgres has. */
export const byPostgres = (total: number, why: string) => [total, `postgres ${why}`, `postgres ${why}`];
