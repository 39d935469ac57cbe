import type {
  CatalogueFilter,
  CatalogueSearch,
  FacetName,
  LexemeCondition,
  PortalVisibility,
  Range,
  Sorting,
  Tiers,
} from '@app/catalogue';
import {
  hasEventFilter,
  cutFacets,
  inHundredths,
  MAX_BUCKETS,
  parseTsquery,
  visibilityCondition,
  chooseSorting,
} from '@app/catalogue';
import { TooManyValues } from './engine-errors.js';
import { MAX_TERMS } from './index-body.js';

export type Clause = Record<string, unknown>;

/** The data for a search that is read from Postgres. */
export interface PostgresContext {
  /** The condition on the document's lexemes, as a tsquery; empty if there is none. */
  tsquery: string;
  /** Absent without a keyword. */
  tiers: Tiers | undefined;
  /** Objects with a licence of the portal for the object itself, if the filter needs them. */
  licensedObjects: readonly number[];
  /** Ids of the collections in the filter. */
  collections: readonly number[];
}

const NOTHING: Clause = { match_none: {} };
const all = (filter: Clause[]): Clause => ({ bool: { filter } });
const any = (should: Clause[]): Clause =>
  should.length === 0 ? NOTHING : { bool: { should, minimum_should_match: 1 } };
const not = (clause: Clause): Clause => ({ bool: { must_not: [clause] } });
const is = (field: string, value: string | number | boolean): Clause => ({ term: { [field]: value } });

/** @throws TooManyValues */
function matchAny(field: string, values: readonly (string | number)[]): Clause {
  if (values.length > MAX_TERMS) throw new TooManyValues(`${values.length} values of ${field}`);
  return values.length === 0 ? NOTHING : { terms: { [field]: values } };
}

/**
 * The condition of a search over documents of `document.queries.ts`; it matches the same objects as
 * `PostgresCatalogueIndex`.
 * @throws TooManyValues
 */
export function matching(
  visibility: PortalVisibility,
  filter: CatalogueFilter,
  context: PostgresContext,
): Clause {
  return all([
    visibleTo(visibility, filter.premium),
    ...(context.tsquery === '' ? [] : [withLexemes(parseTsquery(context.tsquery))]),
    ...filterClauses(visibility, filter, context),
  ]);
}

/** The visibility rule. Hits are also read by it, so that here it decides only about totals and facets. */
function visibleTo(viewer: PortalVisibility, premium: boolean): Clause {
  const terms = {
    shared: is('shared', true),
    premium: is('premium', true),
    owned: is('owner', viewer.portalId),
    inAudience: matchAny('audience', viewer.audience),
    and: (one: Clause, other: Clause) => all([one, other]),
    or: (one: Clause, other: Clause) => any([one, other]),
  };
  return visibilityCondition(terms, viewer, premium);
}

function withLexemes(condition: LexemeCondition): Clause {
  if ('lexeme' in condition) return is('lexemes', condition.lexeme);
  if ('prefix' in condition) return { prefix: { lexemes: condition.prefix } };
  if ('all' in condition) return all(condition.all.map(withLexemes));
  const lexemes = condition.any.flatMap((one) => ('lexeme' in one ? [one.lexeme] : []));
  const otherConditions = condition.any.filter((one) => !('lexeme' in one)).map(withLexemes);
  return any([...(lexemes.length > 0 ? [matchAny('lexemes', lexemes)] : []), ...otherConditions]);
}

function filterClauses(
  { portalId, audience, licensed }: PortalVisibility,
  filter: CatalogueFilter,
  context: PostgresContext,
): Clause[] {
  const clauses: Clause[] = [];
  if (filter.ids) clauses.push(matchAny('lo_id', filter.ids));
  if (filter.updatedAfter !== undefined)
    clauses.push({ range: { updated: { gt: microseconds(filter.updatedAfter) } } });
  if (filter.price) clauses.push(within('price', inHundredths(filter.price)));
  if (filter.durations) clauses.push(any(filter.durations.map((range) => within('duration', range))));
  if (filter.collection !== undefined) clauses.push(matchAny('collections', context.collections));
  if (filter.contentGroups)
    clauses.push(
      matchAny(
        'groups',
        filter.contentGroups.filter((group) => audience.includes(group)),
      ),
    );
  if (filter.subscribed !== undefined) {
    const isLicensed = any([
      is('owner', portalId),
      matchAny('audience', licensed),
      matchAny('lineage', context.licensedObjects),
    ]);
    clauses.push(filter.subscribed ? isLicensed : not(isLicensed));
  }
  if (filter.published !== undefined) {
    const isPublished = any([is('shared', true), is('published', true)]);
    clauses.push(filter.published ? isPublished : not(isPublished));
  }
  if (filter.hasEvents === false) clauses.push(not(is('lexemes', '!e')));
  if (hasEventFilter(filter)) clauses.push(hasEvent(filter));
  return clauses;
}

/** One event must satisfy all conditions. */
function hasEvent(filter: CatalogueFilter): Clause {
  const { eventsFrom, eventsUntil, countries, localities, thoroughfares } = filter;
  const conditions = [
    ...(eventsFrom === undefined ? [] : [{ range: { 'events.starts': { gte: microseconds(eventsFrom) } } }]),
    ...(eventsUntil === undefined ? [] : [{ range: { 'events.ends': { lte: microseconds(eventsUntil) } } }]),
    ...(countries ? [matchAny('events.country', countries)] : []),
    ...(localities ? [matchAny('events.locality', localities)] : []),
    ...(thoroughfares ? [matchAny('events.thoroughfare', thoroughfares)] : []),
  ];
  return { nested: { path: 'events', query: all(conditions) } };
}

/** Times are whole microseconds in the index, as Postgres has them. */
const microseconds = (unixSeconds: number): number => Math.round(unixSeconds * 1_000_000);

/** Bounds may be outside the range of the field. */
function within(field: string, { min, max }: Range): Clause {
  const clamped = (value: number) => Math.min(Math.max(value, -MAX_INTEGER), MAX_INTEGER);
  return {
    range: {
      [field]: {
        ...(min === undefined ? {} : { gte: Math.ceil(clamped(min)) }),
        ...(max === undefined ? {} : { lte: Math.floor(clamped(max)) }),
      },
    },
  };
}
const MAX_INTEGER = Number.MAX_SAFE_INTEGER;

/**
 * The order, and the clause that scores by tier for it: the score of a document is that of the best tier it is in.
 * The last member of the sort is the object's id, which makes every order total.
 */
export function ordered(
  sort: readonly Sorting[],
  tiers: Tiers | undefined,
): { order: Record<string, 'asc' | 'desc'>[]; scoring: Clause | undefined } {
  const order = chooseSorting(sort, tiers !== undefined).flatMap(
    ({ key, direction }): Record<string, 'asc' | 'desc'>[] =>
      key === 'relevance'
        ? [{ _score: direction }, { popularity: direction }]
        : [{ [fieldOf[key]]: direction }],
  );
  const isScored = order.some((sorting) => '_score' in sorting);
  return {
    order: [...order, { lo_id: 'asc' }],
    scoring: isScored && tiers ? byTier(tiers) : undefined,
  };
}

const fieldOf = {
  created: 'created',
  popularity: 'popularity',
  price: 'price',
  title: 'title_key',
} as const;

function byTier({ titleKey, queries }: Tiers): Clause {
  const best = queries.length + 1;
  const scored = (filter: Clause, boost: number) => ({ constant_score: { filter, boost } });
  return {
    dis_max: {
      queries: [
        scored(is('title_key', titleKey), best),
        ...queries.map((query, place) => scored(withLexemes(parseTsquery(query)), best - 1 - place)),
      ],
    },
  };
}

export const aggregations = (facets: readonly FacetName[], shards: number): Record<string, Clause> =>
  Object.fromEntries(
    facets.map((name) => [
      name,
      {
        terms: {
          field: `facets.${name}`,
          order: [{ _count: 'desc' }, { _key: 'asc' }],
          size: cutFacets.has(name) ? MAX_BUCKETS : MAX_WHOLE_FACET,
          // each shard returns its own most frequent values: the sums are exact only if it returns all
          ...(shards > 1 ? { shard_size: MAX_WHOLE_FACET } : {}),
        },
      },
    ]),
  );
/** Below OpenSearch's limit of 65,535 buckets in one request. */
const MAX_WHOLE_FACET = 50_000;

/** One page as the body of a search. @throws TooManyValues */
export function searchBody(
  visibility: PortalVisibility,
  { filter, sort, offset, limit, facets }: CatalogueSearch,
  context: PostgresContext,
): Clause {
  const { order, scoring } = ordered(sort, context.tiers);
  return {
    query: scoredQuery(matching(visibility, filter, context), scoring),
    size: limit,
    ...(limit > 0 ? { from: offset, sort: order } : {}),
    track_total_hits: true,
    _source: false,
    stored_fields: '_none_',
    ...(facets.length > 0 ? { aggs: aggregations(facets, visibility.catalogue.shards) } : {}),
  };
}

/** @throws TooManyValues when it has more conditions than OpenSearch accepts in one search */
export function scoredQuery(condition: Clause, scoring: Clause | undefined): Clause {
  const query = scoring ? { bool: { filter: [condition], should: [scoring] } } : condition;
  const count = countConditions(query);
  if (count > MAX_CONDITIONS) throw new TooManyValues(`${count} conditions`);
  return query;
}
/** OpenSearch accepts 1,024 (`indices.query.bool.max_clause_count`), and adds some itself. */
const MAX_CONDITIONS = 1_000;

/** Counts the clauses that contain no other. */
function countConditions(clause: Clause): number {
  return Object.entries(clause).reduce(
    (sum, [kind, content]) => sum + conditionsIn(kind, content as Clause),
    0,
  );
}

function conditionsIn(kind: string, content: Clause): number {
  const addUp = (clauses: readonly Clause[]) => clauses.reduce((sum, one) => sum + countConditions(one), 0);
  if (kind === 'bool')
    return addUp(Object.values(content).flatMap((part) => (Array.isArray(part) ? (part as Clause[]) : [])));
  if (kind === 'dis_max') return addUp(content['queries'] as Clause[]);
  if (kind === 'constant_score') return countConditions(content['filter'] as Clause);
  return kind === 'nested' ? countConditions(content['query'] as Clause) : 1;
}
