import { sql, type Statement } from '@app/database';
import type { PortalVisibility } from '../visibility.queries.js';
import type { CatalogueFilter, FacetName, Range } from './catalogue-index.js';
import type { FacetDictionary } from './facet-dictionary.queries.js';
import { quote } from './keyword.js';

/** Up to this many pairs of language and type are looked up as pairs. */
const MAX_PAIRS = 100;

/** A filter whose values have facet codes. */
interface CodedFilter {
  facet: FacetName;
  codes: number[];
  /** Whether objects in no course or module match as well. */
  orResource: boolean;
}
/** A document must match each. */
export type Lexemes = readonly CodedFilter[];

/**
 * The filters that are lexemes in the document: types, languages, providers, tags, topics, countries. undefined: a
 * filter names values that no object has, so nothing can match.
 */
export async function codedFilters(
  dictionary: FacetDictionary,
  visibility: PortalVisibility,
  filter: CatalogueFilter,
): Promise<Lexemes | undefined> {
  const filtered: [FacetName, readonly string[] | undefined][] = [
    ['type', filter.types],
    ['language', filter.languages],
    ['instance', filter.providers?.map(String)],
    ['tag', filter.tags],
    ['topics', filter.topics],
    ['location', filter.countries],
  ];
  const coded: CodedFilter[] = [];
  for (const [facet, keys] of filtered) {
    if (!keys) continue;
    const codes = await dictionary.listCodes(visibility.catalogue, facet, keys);
    const orResource = facet === 'type' && keys.includes('learning_resource');
    if (codes.length === 0 && !orResource) return undefined;
    coded.push({ facet, codes, orResource });
  }
  return coded;
}

/** The same as parts of one tsquery. */
export function lexemeQuery(coded: Lexemes, filter: CatalogueFilter): string[] {
  const parts = inPairs(coded).map((lexemes) => `(${lexemes.map((one) => quote(`!${one}`)).join(' | ')})`);
  if (filter.hasEvents === true || hasEventFilter(filter)) parts.push(quote('!e'));
  return parts;
}

/** The document also has language and type as one lexeme, whose posting list is far shorter than either. */
function inPairs(coded: Lexemes): string[][] {
  const types = coded.find(({ facet }) => facet === 'type');
  const languages = coded.find(({ facet }) => facet === 'language');
  const listTexts = ({ codes, orResource }: CodedFilter) => [
    ...codes.map(String),
    ...(orResource ? ['r'] : []),
  ];
  if (!types || !languages || types.orResource || types.codes.length * languages.codes.length > MAX_PAIRS)
    return coded.map(listTexts);
  return [
    languages.codes.flatMap((language) => types.codes.map((type) => `${language}.${type}`)),
    ...coded.filter((one) => one !== types && one !== languages).map(listTexts),
  ];
}

/** The other filters, over `learning.search_doc d`. */
export function filterConditions(visibility: PortalVisibility, filter: CatalogueFilter): Statement[] {
  const conditions: Statement[] = [];
  const add = (condition: Statement) => conditions.push(condition);
  if (filter.ids) add(sql`d.lo_id = any(${filter.ids}::int[])`);
  if (filter.updatedAfter !== undefined) add(sql`d.updated_time > to_timestamp(${filter.updatedAfter})`);
  if (filter.price) add(within(sql`d.price`, inHundredths(filter.price)));
  if (filter.durations) add(joinByOr(filter.durations.map((range) => within(sql`d.duration`, range))));
  if (filter.collection !== undefined) add(inCollection(visibility, filter.collection));
  if (filter.contentGroups) add(inGroups(visibility, filter.contentGroups));
  if (filter.subscribed !== undefined)
    add(filter.subscribed ? isLicensed(visibility) : sql`not ${isLicensed(visibility)}`);
  if (filter.published !== undefined) add(isPublished(filter.published));
  if (filter.hasEvents === false)
    add(sql`not exists (select 1 from learning.learning_object_events e where e.lo_id = d.lo_id)`);
  if (hasEventFilter(filter)) add(hasEvent(filter));
  return conditions;
}

/** Whether a filter has conditions that one event must satisfy. */
export const hasEventFilter = (filter: CatalogueFilter): boolean =>
  [filter.eventsFrom, filter.eventsUntil, filter.countries, filter.localities, filter.thoroughfares].some(
    (value) => value !== undefined,
  );

/** One event must satisfy all conditions. */
function hasEvent(filter: CatalogueFilter): Statement {
  const conditions = [sql`e.lo_id = d.lo_id`];
  if (filter.eventsFrom !== undefined) conditions.push(sql`e.starts >= to_timestamp(${filter.eventsFrom})`);
  if (filter.eventsUntil !== undefined) conditions.push(sql`e.ends <= to_timestamp(${filter.eventsUntil})`);
  if (filter.countries) conditions.push(sql`e.country = any(${filter.countries}::text[])`);
  if (filter.localities) conditions.push(sql`e.locality = any(${filter.localities}::text[])`);
  if (filter.thoroughfares) conditions.push(sql`e.thoroughfare = any(${filter.thoroughfares}::text[])`);
  return sql`exists (select 1 from learning.learning_object_events e where ${sql.and(conditions)})`;
}

/** Only a collection that the portal can see; any other counts as empty. */
const inCollection = (
  visibility: PortalVisibility,
  collection: number | 'default',
): Statement => sql`d.lo_id in (
  select i.lo_id from learning.collection_items i join learning.collections c on c.id = i.collection_id
   where ${
     collection === 'default'
       ? sql`c.portal_id = ${visibility.portalId} and c.slug = 'default'`
       : sql`c.id = ${collection} and c.id = any(${visibility.audience}::int[])`
   })`;

const inGroups = (visibility: PortalVisibility, groups: readonly number[]): Statement => sql`d.lo_id in (
  select i.lo_id from learning.content_group_items i
   where i.content_group_id = any(${groups.filter((group) => visibility.audience.includes(group))}::int[]))`;

const isLicensed = (visibility: PortalVisibility): Statement => sql`(
  d.owner_portal = ${visibility.portalId} or d.audience && ${visibility.licensed}::int[]
  or exists (select 1 from learning.licences l
              where l.portal_id = ${visibility.portalId} and l.licenses <> 0 and l.lo_id = any(d.lineage)))`;

/** Only drafts are checked: everything that other portals see is published. */
const isPublished = (published: boolean): Statement => {
  const object = sql`exists (select 1 from learning.learning_objects o where o.id = d.lo_id and o.published = ${published})`;
  return published ? sql`(d.shared or ${object})` : sql`(not d.shared and ${object})`;
};

/** A range of prices as the documents have them; the bounds are whole. */
export const inHundredths = (range: Range): Range => ({
  min: range.min === undefined ? undefined : Math.ceil(Number((range.min * 100).toFixed(6))),
  max: range.max === undefined ? undefined : Math.floor(Number((range.max * 100).toFixed(6))),
});

/** Compared as double precision: bounds may be outside the range of an integer column. */
function within(column: Statement, { min, max }: Range): Statement {
  return sql.and([
    ...(min === undefined ? [] : [sql`${column} >= ${min}::float8`]),
    ...(max === undefined ? [] : [sql`${column} <= ${max}::float8`]),
  ]);
}

const joinByOr = (conditions: readonly Statement[]): Statement =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, ' or ')})`;
