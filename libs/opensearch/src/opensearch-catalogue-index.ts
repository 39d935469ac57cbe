import type { Client } from '@opensearch-project/opensearch';
import {
  CatalogueIndex,
  type CatalogueFilter,
  MAX_SKIPPED,
  ProviderNames,
  TextConditions,
  toFacet,
  type Bucket,
  type CataloguePage,
  type CatalogueSearch,
  type Facet,
  type FacetName,
  type PortalVisibility,
} from '@app/catalogue';
import { MAX_WINDOW } from '@app/contracts';
import type { Reader } from '@app/database';
import { defaultCollection, licensedObjects } from './document.queries.js';
import {
  toFault,
  IndexBehind,
  withErrorName,
  DocumentSkipped,
  TooManyValues,
  type EngineFault,
} from './engine-errors.js';
import { MAX_TERMS, STATE_ID } from './index-body.js';
import type { IndexState } from './index-store.js';
import {
  matching,
  ordered,
  scoredQuery,
  searchBody,
  type Clause,
  type PostgresContext,
} from './search-body.js';
import { assertComplete, WHOLE } from './complete-response.js';

interface SearchResponse {
  hits: {
    total?: { value: number };
    hits: { sort: unknown[]; _source?: { state: Partial<IndexState> | null } }[];
  };
  aggregations?: Record<string, Aggregation>;
  error?: EngineFault;
  status?: number;
}
interface Aggregation {
  /** By how much a count may be too low, because a shard has not returned a value. */
  doc_count_error_upper_bound: number;
  sum_other_doc_count: number;
  buckets: { key: string; doc_count: number }[];
}

/** Ids that one request of {@link OpenSearchCatalogueIndex.freeze} returns; the maximum of OpenSearch. */
const FREEZE_PAGE = MAX_WINDOW;

/**
 * The catalogue index in OpenSearch. Each request reads the index's state first. If the index lacks changes that the
 * caller may already have seen, it throws, and Postgres answers instead ({@link FallbackIndex}).
 */
export class OpenSearchCatalogueIndex extends CatalogueIndex {
  readonly #texts: TextConditions;
  readonly #providers: ProviderNames;

  /**
   * @param reader for words, codes and licences
   * @param maxLagMs milliseconds that the index may be behind
   * @param now the time, as milliseconds since 1970
   * @param postgres for objects that the index does not have
   */
  constructor(
    private readonly client: Client,
    private readonly reader: Reader,
    private readonly alias: string,
    private readonly maxLagMs: number,
    private readonly now: () => number,
    private readonly postgres: CatalogueIndex,
  ) {
    super();
    this.#texts = new TextConditions(reader);
    this.#providers = new ProviderNames(reader);
  }

  /** @throws IndexBehind, DocumentSkipped, TooManyValues, SearchRefused, or what OpenSearch answers */
  async search(visibility: PortalVisibility, search: CatalogueSearch): Promise<CataloguePage> {
    const context = await this.#readContext(visibility, search);
    if (!context)
      return { total: 0, ids: [], facets: await this.#facets(visibility, search.facets, undefined) };
    const [state, hits] = await this.#searchWithState(searchBody(visibility, search, context));
    const { aside } = this.#requireFresh(readState(state!), visibility);
    await this.#assertNone(aside, visibility, search.filter);
    return {
      total: hits!.hits.total?.value ?? 0,
      ids: search.limit > 0 ? hits!.hits.hits.map(readId) : [],
      facets: await this.#facets(visibility, search.facets, hits!.aggregations),
    };
  }

  /** @throws IndexBehind, DocumentSkipped, TooManyValues, SearchRefused, or what OpenSearch answers */
  async freeze(
    visibility: PortalVisibility,
    search: Pick<CatalogueSearch, 'filter' | 'sort'>,
  ): Promise<number[]> {
    const context = await this.#readContext(visibility, search);
    if (!context) return [];
    const { order, scoring } = ordered(search.sort, context.tiers);
    const query = scoredQuery(matching(visibility, search.filter, context), scoring);
    const opened = await this.#send(() =>
      this.client.createPit({ index: [this.alias], keep_alive: '1m', allow_partial_pit_creation: false }),
    );
    const pit = { id: opened.pit_id, keep_alive: '1m' };
    try {
      assertComplete(opened, 'point in time');
      const state = await this.#page({ ...stateSearch, pit });
      const { aside } = this.#requireFresh(readState(state), visibility);
      await this.#assertNone(aside, visibility, search.filter);
      const ids: number[] = [];
      let after: unknown[] | undefined;
      do {
        const { hits } = (
          await this.#page({
            query,
            pit,
            sort: order,
            size: FREEZE_PAGE,
            track_total_hits: false,
            _source: false,
            stored_fields: '_none_',
            ...(after ? { search_after: after } : {}),
          })
        ).hits;
        for (const hit of hits) ids.push(readId(hit));
        after = hits.length === FREEZE_PAGE ? hits.at(-1)!.sort : undefined;
      } while (after);
      return ids;
    } finally {
      // it expires by itself
      void this.client.deletePit({ body: { pit_id: [pit.id] } }).catch(() => undefined);
    }
  }

  /** One page of a point in time. */
  async #page(search: Clause): Promise<SearchResponse> {
    const body = await this.#send(() => this.client.search({ ...WHOLE, body: search }));
    assertComplete(body, 'search');
    return body as unknown as SearchResponse;
  }

  /** Reads the state, then searches, in one request. */
  async #searchWithState(search: Clause): Promise<SearchResponse[]> {
    const index = { index: this.alias, ...WHOLE };
    const body = await this.#send(() =>
      this.client.msearch({
        max_concurrent_searches: 1,
        body: [index, stateSearch, index, search] as never,
      }),
    );
    const responses = body.responses as unknown as SearchResponse[];
    for (const response of responses) {
      if (response.error) throw toFault(response.status ?? 0, response.error);
      assertComplete(response, 'search');
    }
    return responses;
  }

  /** @throws IndexBehind, SearchRefused, or what OpenSearch answers */
  async #send<T>(request: () => Promise<{ body: T }>): Promise<T> {
    try {
      return (await request()).body;
    } catch (error) {
      throw withErrorName(error);
    }
  }

  /** Checks that the index is complete and recent enough. @throws IndexBehind */
  #requireFresh(state: Partial<IndexState> | null | undefined, visibility: PortalVisibility): IndexState {
    if (!isComplete(state)) throw new IndexBehind('the index is not complete');
    const { version, past, shownSteps } = visibility.catalogue;
    const isOfCurrentTimeline =
      state.past === past &&
      (state.shownStep ? shownSteps.includes(state.shownStep) : shownSteps.length === 0);
    if (!isOfCurrentTimeline)
      throw new IndexBehind('the index is from another timeline of Postgres, or not followed');
    if (state.aside.length > MAX_SKIPPED) throw new IndexBehind('the index has refused too many documents');
    if (state.version >= version) return state;
    const behindMs = this.now() - state.time;
    if (this.maxLagMs === 0 || behindMs > this.maxLagMs)
      throw new IndexBehind(`the index is ${behindMs} ms behind`);
    return state;
  }

  /** @param aside objects that are not in the index. @throws DocumentSkipped if the search would find one of them */
  async #assertNone(
    aside: readonly number[],
    visibility: PortalVisibility,
    filter: CatalogueFilter,
  ): Promise<void> {
    const requestedIds = filter.ids && new Set(filter.ids);
    const ids = aside.filter((id) => requestedIds?.has(id) ?? true);
    if (ids.length === 0) return;
    const search = { filter: { ...filter, ids }, sort: [], offset: 0, limit: 0, facets: [] };
    const { total } = await this.postgres.search(visibility, search);
    if (total > 0) throw new DocumentSkipped(`${total} objects that the search finds are not in the index`);
  }

  /** @returns undefined: nothing can match */
  async #readContext(
    visibility: PortalVisibility,
    { filter, sort }: Pick<CatalogueSearch, 'filter' | 'sort'>,
  ): Promise<PostgresContext | undefined> {
    const text = await this.#texts.of(visibility, filter, sort);
    if (!text) return undefined;
    const { portalId, audience } = visibility;
    const { collection } = filter;
    const licensed =
      filter.subscribed === undefined ? [] : await licensedObjects(this.reader, portalId, MAX_TERMS + 1);
    return {
      tsquery: text.tsquery(),
      tiers: text.tiers,
      licensedObjects: licensed,
      collections:
        collection === 'default'
          ? await defaultCollection(this.reader, portalId)
          : collection !== undefined && audience.includes(collection)
            ? [collection]
            : [],
    };
  }

  async #facets(
    { catalogue: { version } }: PortalVisibility,
    requested: readonly FacetName[],
    aggregations: Record<string, Aggregation> | undefined,
  ): Promise<Partial<Record<FacetName, Facet>>> {
    const names = requested.includes('instance')
      ? await this.#providers.get(version)
      : new Map<number, string>();
    const readFacet = (name: FacetName): Facet => {
      const {
        buckets,
        sum_other_doc_count: rest,
        doc_count_error_upper_bound: error,
      } = aggregations?.[name] ?? NO_VALUES;
      if (error !== 0)
        throw new TooManyValues(`an index of more shards than the one that is built, for the facet ${name}`);
      const facet = toFacet(
        name,
        buckets.map(({ key, doc_count }): Bucket => {
          if (name !== 'instance') return { key, doc_count };
          return { key: Number(key), doc_count, name: names.get(Number(key)) ?? '' };
        }),
      );
      if (facet.sum_other_doc_count !== undefined) return { ...facet, sum_other_doc_count: rest };
      if (rest > 0) throw new TooManyValues(`values of the facet ${name}`);
      return facet;
    };
    return Object.fromEntries(requested.map((name) => [name, readFacet(name)]));
  }
}

const NO_VALUES: Aggregation = { buckets: [], sum_other_doc_count: 0, doc_count_error_upper_bound: 0 };

const stateSearch = { query: { ids: { values: [STATE_ID] } }, size: 1, track_total_hits: false };
const readState = ({ hits }: SearchResponse): Partial<IndexState> | null | undefined =>
  hits.hits[0]?._source?.state;
const isComplete = (state: Partial<IndexState> | null | undefined): state is IndexState =>
  state?.version !== undefined;
const readId = ({ sort }: { sort: unknown[] }): number => sort.at(-1) as number;
