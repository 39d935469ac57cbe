import type { Sorting as SortingBy } from '@app/contracts';
import type { PortalVisibility } from '../visibility.queries.js';

export const facetNames = ['type', 'language', 'instance', 'tag', 'topics', 'location'] as const;
export type FacetName = (typeof facetNames)[number];

export const sortKeys = ['created', 'popularity', 'price', 'relevance', 'title'] as const;
export type SortKey = (typeof sortKeys)[number];
export type Sorting = SortingBy<SortKey>;

/**
 * The sort as every engine applies it: each key once, the default if none is given, and relevance only with a keyword.
 * Ties are broken by id. Source: contract 4.9.
 * @param ranks whether the search has a keyword
 */
export function chooseSorting(sort: readonly Sorting[], ranks: boolean): Sorting[] {
  if (sort.length === 0) return [{ key: ranks ? 'relevance' : 'created', direction: 'desc' }];
  return sort.filter(
    ({ key }, place) =>
      sort.findIndex((other) => other.key === key) === place && (ranks || key !== 'relevance'),
  );
}

export interface Range {
  min?: number | undefined;
  max?: number | undefined;
}

/**
 * A search: a match satisfies every member, and any one of the values within a member (contract 4.6). An absent member
 * is no condition.
 */
export interface CatalogueFilter {
  /** Whether to include premium content. */
  premium: boolean;
  keyword?: string | undefined;
  collection?: number | 'default' | undefined;
  contentGroups?: number[] | undefined;
  /** With events, without events, or (if absent) either. */
  hasEvents?: boolean | undefined;
  /** Unix seconds: one event must start at or after, and end at or before (contract 4.7). */
  eventsFrom?: number | undefined;
  eventsUntil?: number | undefined;
  countries?: string[] | undefined;
  localities?: string[] | undefined;
  thoroughfares?: string[] | undefined;
  languages?: string[] | undefined;
  price?: Range | undefined;
  durations?: Range[] | undefined;
  providers?: number[] | undefined;
  /** Whether the portal has licences. */
  subscribed?: boolean | undefined;
  tags?: string[] | undefined;
  topics?: string[] | undefined;
  /** Types, and `learning_resource` for items that are in no course or module. */
  types?: string[] | undefined;
  ids?: number[] | undefined;
  published?: boolean | undefined;
  /** Unix seconds: changed later than this. */
  updatedAfter?: number | undefined;
}

export interface CatalogueSearch {
  filter: CatalogueFilter;
  /** Most important first; ties by id. Empty: by relevance if there is a keyword, otherwise newest first. */
  sort: Sorting[];
  offset: number;
  limit: number;
  facets: FacetName[];
}

export interface Bucket {
  key: string | number;
  doc_count: number;
  name?: string;
}

export interface Facet {
  buckets: Bucket[];
  /** The count of what was cut off, for facets with more than 200 buckets. */
  sum_other_doc_count?: number;
}

export interface CataloguePage {
  /** Exact size of the whole match. */
  total: number;
  /** Ids of the page in order. */
  ids: number[];
  facets: Partial<Record<FacetName, Facet>>;
}

/**
 * Finds learning objects. Whichever ids an adapter returns, hits are read from Postgres with the visibility rule, so a
 * stale index cannot reveal a hidden object.
 */
export abstract class CatalogueIndex {
  /** One page, its exact total and the requested facets. */
  abstract search(visibility: PortalVisibility, search: CatalogueSearch): Promise<CataloguePage>;
  /** Every id of the match, in order, as of this moment; the basis of a scroll. */
  abstract freeze(
    visibility: PortalVisibility,
    search: Pick<CatalogueSearch, 'filter' | 'sort'>,
  ): Promise<number[]>;
}

/** Longest facet before it is cut. */
export const MAX_BUCKETS = 200;
/** The facets that are cut to {@link MAX_BUCKETS}. */
export const cutFacets: ReadonlySet<FacetName> = new Set<FacetName>(['tag', 'topics']);

/** Highest count first, then by key; numbers by value, texts by code point. */
export function orderBuckets(buckets: Bucket[]): Bucket[] {
  return buckets.sort(
    (one, other) =>
      other.doc_count - one.doc_count || (one.key < other.key ? -1 : one.key > other.key ? 1 : 0),
  );
}

/** The facet in an answer, cut to {@link MAX_BUCKETS} (contract 4.10). */
export function toFacet(name: FacetName, buckets: Bucket[]): Facet {
  const ordered = orderBuckets(buckets);
  if (!cutFacets.has(name)) return { buckets: ordered };
  const rest = ordered.slice(MAX_BUCKETS);
  return {
    buckets: ordered.slice(0, MAX_BUCKETS),
    sum_other_doc_count: rest.reduce((sum, bucket) => sum + bucket.doc_count, 0),
  };
}
