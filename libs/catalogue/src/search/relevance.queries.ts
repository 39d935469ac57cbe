import { sql, type Statement } from '@app/database';
import { keywordQuery, type Keyword } from './keyword.js';

/** How well documents match a keyword. */
export interface Tiers {
  /** The tier of a document whose title is exactly the keyword. */
  titleKey: string;
  /**
   * tsqueries, best first, each wider than the one before: the words are in the title; their completions are; they
   * are in title or tags. Documents that match none of these have them elsewhere.
   */
  queries: readonly string[];
}

export function createTiers(keyword: Keyword): Tiers {
  const queries = [
    keywordQuery(keyword, 'title', { exact: true }),
    keywordQuery(keyword, 'title'),
    keywordQuery(keyword, 'titleOrTags'),
  ];
  return {
    titleKey: keyword.titleKey,
    // without completions the second query is the same as the first
    queries: [...new Set(queries)],
  };
}

/** The tier of `learning.search_doc d`; 0 is best. The widest query comes first: most matches match none of them. */
export function tierSql({ titleKey, queries }: Tiers): Statement {
  const tier = (place: number) => sql.raw(String(place + 1));
  const narrower = queries
    .slice(0, -1)
    .map((query, place) => sql`when d.doc @@ ${query}::tsquery then ${tier(place)}`);
  return sql`case when d.title_key = ${titleKey} then 0
                  when not d.doc @@ ${queries.at(-1)}::tsquery then ${tier(queries.length)}
                  ${sql.join(narrower, ' ')} else ${tier(queries.length - 1)} end`;
}

/** Best tier first, then most popular first: the order by relevance, over columns with these names. */
export const byRelevance = sql`tier, popularity desc, lo_id`;

/**
 * CTEs `tier_1`, `tier_2` ... that search one tier after the other and stop as soon as `most` documents are found,
 * and a query over all of them. A frequent word is in far more texts than titles, and users do not page through that
 * many.
 *
 * @param matching returns the conditions over `learning.search_doc d` for a tsquery, in addition to those of the
 *   search
 */
export function tieredSearch(
  tiers: Tiers,
  matching: (text?: string) => Statement,
  most: number,
): { steps: Statement; found: Statement } {
  const selectUpTo = (steps: number) =>
    sql.join(
      Array.from({ length: steps }, (_, step) => sql`select * from ${tierName(step)}`),
      ' union all ',
    );
  const steps = [...tiers.queries, undefined].map((query, step) => {
    const before = tiers.queries[step - 1];
    return sql`${tierName(step)} as materialized (
      select d.lo_id, ${step === 0 ? sql`case when d.title_key = ${tiers.titleKey} then 0 else 1 end` : sql.raw(String(step + 1))} as tier,
             d.popularity
        from learning.search_doc d
       where ${matching(query)}
         ${before === undefined ? sql.empty : sql`and not d.doc @@ ${before}::tsquery and (select count(*) from (${selectUpTo(step)}) f) < ${most}::int`}
       order by ${byRelevance} limit ${most}::int)`;
  });
  return { steps: sql.join(steps), found: selectUpTo(steps.length) };
}

const tierName = (step: number) => sql.raw(`tier_${step + 1}`);
