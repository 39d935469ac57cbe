import { sql, type Statement } from '@app/database';
import { facetNames } from './catalogue-index.js';

/** For few matches the codes themselves, `{1,9}{1,17}` ...; for many, their counts. */
export interface CodesOrCounts {
  codes: string | null;
  counts: [code: number, count: number][] | null;
}

/**
 * Columns `codes` and `counts` over the CTEs `match` (with `facet_codes`) and `total` (with `n`).
 *
 * @param facets numbers of the requested facets
 * @param broad number of matches from which on Postgres counts
 */
export const codesOrCounts = (facets: readonly number[], broad: number): Statement => sql`
  case when (select n from total) < ${broad}::int
       then (select string_agg(facet_codes::text, '') from match) end as codes,
  case when (select n from total) >= ${broad}::int then (
    select json_agg(json_build_array(code, n)) from (
      -- in the select list unnest is twice as fast as in the from clause
      select code, count(*) as n from (select unnest(facet_codes) as code from match) u
       ${facets.length === facetNames.length ? sql.empty : sql`where code & 7 = any(${[...facets]}::int[])`}
       group by code) c) end as counts`;

/** How often each code of these facets occurs in `codes`. */
export function countCodes(codes: string, facets: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  let code = 0;
  for (let offset = 0; offset < codes.length; offset++) {
    const digit = codes.charCodeAt(offset) - zero;
    if (digit >= 0 && digit <= 9) {
      code = code * 10 + digit;
    } else if (code > 0) {
      if (facets.includes(code & 7)) counts.set(code, (counts.get(code) ?? 0) + 1);
      code = 0;
    }
  }
  return counts;
}

const zero = '0'.charCodeAt(0);
