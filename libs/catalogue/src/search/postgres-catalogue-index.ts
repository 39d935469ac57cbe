import type { Reader } from '@app/database';
import { LRUCache } from 'lru-cache';
import type { PortalVisibility } from '../visibility.queries.js';
import {
  CatalogueIndex,
  facetNames,
  toFacet,
  type Bucket,
  type CatalogueFilter,
  type CataloguePage,
  type CatalogueSearch,
  type Facet,
  type FacetName,
  type Sorting,
} from './catalogue-index.js';
import { countCodes } from './facet-counts.queries.js';
import { facetNumber } from './facet-dictionary.queries.js';
import {
  countAndPage,
  listAllIds,
  prepareSearch,
  walkPage,
  type PreparedSearch,
} from './postgres-catalogue-index.queries.js';
import { ProviderNames } from './provider-names.queries.js';
import { TextConditions } from './text-conditions.js';

type PageCounts = Pick<CataloguePage, 'total' | 'facets'>;

/**
 * The number of matches from which counting costs more than the page; such counts are cached until the catalogue
 * changes.
 */
const BROAD_MATCH = 2_000;
/** Size limit of the cached counts: buckets of all facets, plus one for each count; some 50 MB. */
const MAX_EXACT_BUCKETS = 200_000;

/**
 * The catalogue index in Postgres: full text, filters and facet counts from one pass over the narrow
 * `learning.search_doc`. The document is written in the transaction of the change, so a change is found immediately.
 */
export class PostgresCatalogueIndex extends CatalogueIndex {
  readonly #texts: TextConditions;
  readonly #providers: ProviderNames;
  /**
   * Totals and facets of broad searches, by everything that determines them, including the version of the catalogue.
   */
  readonly #counted = new LRUCache<string, PageCounts>({
    maxSize: MAX_EXACT_BUCKETS,
    sizeCalculation: ({ facets }) =>
      1 + Object.values(facets).reduce((sum, { buckets }) => sum + buckets.length, 0),
    ttl: 60_000,
  });
  /** Counts in progress: after a change many callers need the same count, which then runs only once. */
  readonly #counting = new Map<string, Promise<CataloguePage>>();

  /**
   * @param broad number of matches from which totals and facets are cached; tests cache all
   * @param maxContinuations of a word that are searched by name; tests lower it
   */
  constructor(
    private readonly reader: Reader,
    private readonly broad = BROAD_MATCH,
    maxContinuations?: number,
  ) {
    super();
    this.#texts = new TextConditions(reader, maxContinuations);
    this.#providers = new ProviderNames(reader);
  }

  async search(visibility: PortalVisibility, search: CatalogueSearch): Promise<CataloguePage> {
    const prepared = await this.#prepare(visibility, search.filter, search.sort);
    if (!prepared) return { total: 0, ids: [], facets: emptyFacets(search.facets) };
    const key = JSON.stringify([visibility, search.filter, search.facets]);
    const counted = this.#counted.get(key) ?? this.#counting.get(key)?.catch(() => undefined);
    const finished = counted && (await counted);
    if (finished)
      return { ...finished, ids: search.limit > 0 ? await walkPage(this.reader, prepared, search) : [] };
    const counting = this.#countAndPage(visibility, prepared, search);
    this.#counting.set(key, counting);
    try {
      const page = await counting;
      if (page.total >= this.broad) this.#counted.set(key, { total: page.total, facets: page.facets });
      return page;
    } finally {
      this.#counting.delete(key);
    }
  }

  /**
   * Total, facets and page from one pass over the matches. For few matches the facet codes are returned unchanged:
   * counting them here costs a tenth of grouping them in Postgres.
   */
  async #countAndPage(
    visibility: PortalVisibility,
    prepared: PreparedSearch,
    search: CatalogueSearch,
  ): Promise<CataloguePage> {
    const { facets } = search;
    const facetCodes = facetNames.filter((name) => facets.includes(name)).map(facetNumber);
    const row = await countAndPage(this.reader, prepared, search, facetCodes, this.broad);
    const counts = row?.counts ? new Map(row.counts) : countCodes(row?.codes ?? '', facetCodes);
    return {
      total: row?.total ?? 0,
      ids: row?.ids ?? [],
      facets: await this.#facets(visibility, facets, counts),
    };
  }

  async freeze(
    visibility: PortalVisibility,
    search: Pick<CatalogueSearch, 'filter' | 'sort'>,
  ): Promise<number[]> {
    const prepared = await this.#prepare(visibility, search.filter, search.sort);
    if (!prepared) return [];
    return listAllIds(this.reader, prepared, search.sort);
  }

  /** @returns undefined: nothing can match */
  async #prepare(
    visibility: PortalVisibility,
    filter: CatalogueFilter,
    sort: readonly Sorting[],
  ): Promise<PreparedSearch | undefined> {
    const text = await this.#texts.of(visibility, filter, sort);
    return text && prepareSearch(text, visibility, filter);
  }

  async #facets(
    visibility: PortalVisibility,
    requested: readonly FacetName[],
    counts: ReadonlyMap<number, number>,
  ): Promise<Partial<Record<FacetName, Facet>>> {
    const values = await this.#texts.dictionary.listValues(visibility.catalogue, counts.keys());
    const buckets = new Map<FacetName, Bucket[]>(requested.map((name) => [name, []]));
    for (const [code, doc_count] of counts) {
      const value = values.get(code);
      if (value)
        buckets
          .get(value.facet)
          ?.push({ key: value.facet === 'instance' ? Number(value.key) : value.key, doc_count });
    }
    const instances = buckets.get('instance') ?? [];
    if (instances.length > 0) {
      const names = await this.#providers.get(visibility.catalogue.version);
      for (const bucket of instances) bucket.name = names.get(bucket.key as number) ?? '';
    }
    return Object.fromEntries(
      [...buckets].map(([name, facetBuckets]) => [name, toFacet(name, facetBuckets)]),
    );
  }
}

const emptyFacets = (requested: readonly FacetName[]): Partial<Record<FacetName, Facet>> =>
  Object.fromEntries(requested.map((name) => [name, toFacet(name, [])]));
