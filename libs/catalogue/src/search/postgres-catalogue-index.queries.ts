import { sql, type Reader, type Statement } from '@app/database';
import { visibleTo, type PortalVisibility } from '../visibility.queries.js';
import {
  chooseSorting,
  type CatalogueFilter,
  type CatalogueSearch,
  type Sorting,
} from './catalogue-index.js';
import { codesOrCounts, type CodesOrCounts } from './facet-counts.queries.js';
import { filterConditions } from './filter-conditions.queries.js';
import { byRelevance, tierSql, tieredSearch, type Tiers } from './relevance.queries.js';
import type { TextCondition } from './text-conditions.js';

/** A search in terms of SQL. */
export interface PreparedSearch {
  /** Conditions over `learning.search_doc d`; `text` replaces the condition on the keyword. */
  matching: (text?: string) => Statement;
  /** Absent without a keyword. */
  tiers: Tiers | undefined;
}

/** The conditions of a search, in terms of SQL. */
export function prepareSearch(
  text: TextCondition,
  visibility: PortalVisibility,
  filter: CatalogueFilter,
): PreparedSearch {
  const otherConditions = [visibleTo(visibility, filter.premium), ...filterConditions(visibility, filter)];
  const matching = (keyword?: string) => {
    const query = text.tsquery(keyword);
    // the wider condition comes first: the index then checks the narrower one only for the documents that it finds
    const tsqueries = [keyword === undefined ? text.words : undefined, query].filter(Boolean);
    return sql.and([...tsqueries.map((one) => sql`d.doc @@ ${one}::tsquery`), ...otherConditions]);
  };
  return { matching, tiers: text.tiers };
}

/** Total, page and facet codes from one pass over the matches, with the codes counted from `broad` matches on. */
export function countAndPage(
  reader: Reader,
  { matching, tiers }: PreparedSearch,
  { sort, offset, limit }: CatalogueSearch,
  facetCodes: readonly number[],
  broad: number,
): Promise<({ total: number; ids: number[] } & CodesOrCounts) | undefined> {
  const { columns, order } = limit === 0 ? noOrder : ordering(sort, tiers);
  return reader.one<{ total: number; ids: number[] } & CodesOrCounts>(
    sql`
    with match as materialized (
      select d.lo_id ${facetCodes.length > 0 ? sql`, d.facet_codes` : sql.empty} ${columns}
        from learning.search_doc d where ${matching()}
    ), total as materialized (select count(*)::int as n from match)
    select (select n from total) as total,
           ${limit === 0 ? sql`'{}'::int[]` : sql`array(select lo_id from match order by ${order} limit ${limit} offset ${offset})`} as ids,
           ${facetCodes.length > 0 ? codesOrCounts(facetCodes, broad) : sql`null as codes, null::json as counts`}`.unprepared(),
  );
}

/** Only a page: Postgres can walk an index in the order of the sort and stop when the page is full. */
export function walkPage(
  reader: Reader,
  { matching, tiers }: PreparedSearch,
  { sort, offset, limit }: CatalogueSearch,
): Promise<number[]> {
  const { columns, order } = ordering(sort, tiers);
  const best = tiers && isByRelevance(sort) ? tieredSearch(tiers, matching, offset + limit) : undefined;
  return reader.column<number>(
    sql`
    ${best ? sql`with ${best.steps}` : sql.empty}
    select lo_id from (
      ${best ? best.found : sql`select d.lo_id ${columns} from learning.search_doc d where ${matching()}`}) m
     order by ${best ? byRelevance : order} limit ${limit} offset ${offset}`.unprepared(),
  );
}

/** The ids of all matches, in order. */
export async function listAllIds(
  reader: Reader,
  { matching, tiers }: PreparedSearch,
  sort: readonly Sorting[],
): Promise<number[]> {
  const { columns, order } = ordering(sort, tiers);
  const ids = await reader.value<number[]>(
    sql`
    select array(select lo_id from (
      select d.lo_id ${columns} from learning.search_doc d where ${matching()}) m order by ${order}) as ids`.unprepared(),
  );
  return ids ?? [];
}

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
