import { facetNames, type CatalogueFilter, type CatalogueSearch, type FacetName } from '@app/catalogue';
import type { SearchQuery } from '../learning-objects.schema.js';

/** The query in the form of the catalogue index; deprecated names are mapped to the new ones. */
export function toSearch(query: SearchQuery): CatalogueSearch {
  return {
    filter: toFilter(query),
    sort: query.sort,
    offset: query.offset,
    limit: query.limit ?? 20,
    facets: facetNames.filter((name) => query.facets?.includes(name)),
  };
}

function toFilter(query: SearchQuery): CatalogueFilter {
  return {
    premium: query.premium,
    keyword: query.keyword,
    collection: query.collection,
    contentGroups: query.content_group,
    hasEvents: hasEvents(query.event),
    eventsFrom: query.eventStartDate,
    eventsUntil: query.eventEndDate,
    countries: query.location?.country,
    localities: query.location?.locality,
    thoroughfares: query.location?.thoroughfare,
    languages: joined(query.language, query.locale),
    price: query.price,
    durations: query.duration,
    providers: joined(query.providers, query.provider),
    subscribed: query.subscribed,
    tags: query.tags,
    topics: query.topics,
    types: query.type,
    ids: query.id,
    published: query.published,
    updatedAfter: query.updatedAfter,
  };
}

function hasEvents(value: SearchQuery['event']): boolean | undefined {
  if (value === undefined || value === 'all') return undefined;
  return value === 'true' || value === '1';
}

function joined<T>(one: T[] | undefined, other: T[] | undefined): T[] | undefined {
  return one || other ? [...(one ?? []), ...(other ?? [])] : undefined;
}

/** Requested facets that do not exist, which are returned empty. */
export const unknownFacets = (query: SearchQuery): string[] =>
  (query.facets ?? []).filter((name) => !facetNames.includes(name as FacetName));
