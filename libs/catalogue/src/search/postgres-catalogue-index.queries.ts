import { sql, type Reader, type Statement } from '@app/database';
import { LRUCache } from 'lru-cache';
import { visibleTo, type PortalVisibility } from '../visibility.queries.js';
import {
  CatalogueIndex,
  facetNames,
  chooseSorting,
  toFacet,
  type Bucket,
  type CatalogueFilter,
  type CataloguePage,
  type CatalogueSearch,
  type Facet,
  type FacetName,
  type Sorting,
} from './catalogue-index.js';
import { codesOrCounts, countCodes, type CodesOrCounts } from './facet-counts.queries.js';
import { facetNumber } from './facet-dictionary.queries.js';
import { filterConditions } from './filter-conditions.queries.js';
import { ProviderNames } from './provider-names.queries.js';
import { byRelevance, tierSql, tieredSearch, type Tiers } from './relevance.queries.js';
import { TextConditions } from './text-conditions.js';

/** A search in terms of SQL. */
interface PreparedSearch {
  /** Conditions over `learning.search_doc d`; `text` stands for the condition on the keyword. */
  matching: (text?: string) => Statement;
  /** Absent when nothing ranks. */
  tiers: Tiers | undefined;
}

type PageCounts = Pick<CataloguePage, 'total' | 'facets'>;

/**
 * The number of matches from which counting costs more than the page; such counts are cached until the catalogue
 * changes.
 */
const BROAD_MATCH = 2_000;
/** Of all facets of the counts that are kept, with one for each count: some 50 MB. */
const MAX_EXACT_BUCKETS = 200_000;

/**
 * The catalogue index in Postgres: full text, filters and facet counts from one pass over the narrow
 * `learning.search_doc`. The document is written in the transaction of the change, so a change is found at once.
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
    if (finished) return { ...finished, ids: search.limit > 0 ? await this.#walk(prepared, search) : [] };
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
    const { matching, tiers } = prepared;
    const { sort, offset, limit, facets } = search;
    const facetCodes = facetNames.filter((name) => facets.includes(name)).map(facetNumber);
    const { columns, order } = limit === 0 ? noOrder : ordering(sort, tiers);
    const row = await this.reader.one<{ total: number; ids: number[] } & CodesOrCounts>(
      sql`
      with match as materialized (
        select d.lo_id ${facetCodes.length > 0 ? sql`, d.facet_codes` : sql.empty} ${columns}
          from learning.search_doc d where ${matching()}
      ), total as materialized (select count(*)::int as n from match)
      select (select n from total) as total,
             ${limit === 0 ? sql`'{}'::int[]` : sql`array(select lo_id from match order by ${order} limit ${limit} offset ${offset})`} as ids,
             ${facetCodes.length > 0 ? codesOrCounts(facetCodes, this.broad) : sql`null as codes, null::json as counts`}`.unprepared(),
    );
    const counts = row?.counts ? new Map(row.counts) : countCodes(row?.codes ?? '', facetCodes);
    return {
      total: row?.total ?? 0,
      ids: row?.ids ?? [],
      facets: await this.#facets(visibility, facets, counts),
    };
  }

  /** Postgres can walk an index in the order of the sort and stop when the page is full. */
  async #walk(
    { matching, tiers }: PreparedSearch,
    { sort, offset, limit }: CatalogueSearch,
  ): Promise<number[]> {
    const { columns, order } = ordering(sort, tiers);
    const best = tiers && isByRelevance(sort) ? tieredSearch(tiers, matching, offset + limit) : undefined;
    return this.reader.column<number>(
      sql`
      ${best ? sql`with ${best.steps}` : sql.empty}
      select lo_id from (
        ${best ? best.found : sql`select d.lo_id ${columns} from learning.search_doc d where ${matching()}`}) m
       order by ${best ? byRelevance : order} limit ${limit} offset ${offset}`.unprepared(),
    );
  }

  async freeze(
    visibility: PortalVisibility,
    search: Pick<CatalogueSearch, 'filter' | 'sort'>,
  ): Promise<number[]> {
    const prepared = await this.#prepare(visibility, search.filter, search.sort);
    if (!prepared) return [];
    const { columns, order } = ordering(search.sort, prepared.tiers);
    return (
      (await this.reader.value<number[]>(
        sql`
      select array(select lo_id from (
        select d.lo_id ${columns} from learning.search_doc d where ${prepared.matching()}) m order by ${order}) as ids`.unprepared(),
      )) ?? []
    );
  }

  /** undefined: nothing can match. */
  async #prepare(
    visibility: PortalVisibility,
    filter: CatalogueFilter,
    sort: readonly Sorting[],
  ): Promise<PreparedSearch | undefined> {
    const text = await this.#texts.of(visibility, filter, sort);
    if (!text) return undefined;
    const otherConditions = [visibleTo(visibility, filter.premium), ...filterConditions(visibility, filter)];
    const matching = (keyword?: string) => {
      const query = text.tsquery(keyword);
      // the wider condition comes first: the index then checks the narrower one only for the documents that it finds
      const tsqueries = [keyword === undefined ? text.words : undefined, query].filter(Boolean);
      return sql.and([...tsqueries.map((one) => sql`d.doc @@ ${one}::tsquery`), ...otherConditions]);
    };
    return {
      matching,
      tiers: text.tiers,
    };
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

const noOrder: Ordering = { columns: sql.empty, order: sql.empty };

/** Whether the order is by relevance only, best first. */
const isByRelevance = ([first, second]: readonly Sorting[]): boolean =>
  first === undefined || (first.key === 'relevance' && first.direction === 'desc' && second === undefined);

interface Ordering {
  columns: Statement;
  order: Statement;
}

/** The columns a sort needs, and its order; the id makes every order total. */
function ordering(sort: readonly Sorting[], tiers: Tiers | undefined): Ordering {
  const columns: Statement[] = [];
  const order: Statement[] = [];
  for (const { key, direction } of chooseSorting(sort, tiers !== undefined)) {
    const sortBy = (name: string) => sql`${sql.raw(name)} ${sql.raw(direction)}`;
    if (key === 'relevance') {
      if (!tiers) continue;
      columns.push(sql`, ${tierSql(tiers)} as tier, d.popularity`);
      order.push(direction === 'desc' ? sql`tier, popularity desc` : sql`tier desc, popularity`);
    } else {
      columns.push(sql`, ${sql.raw(columnOf[key])} as by_${sql.raw(key)}`);
      order.push(sortBy(`by_${key}`));
    }
  }
  return { columns: sql.join(columns, ' '), order: sql.join([...order, sql`lo_id`]) };
}

const columnOf = {
  created: 'd.created_time',
  popularity: 'd.popularity',
  price: 'd.price',
  title: 'd.title_key',
} as const;
