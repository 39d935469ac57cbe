import { openDatabase, sql, type Statement } from '@app/database';
import { CpuTime } from './cpu-time.js';

const APPLICATION = 'hand-tuned';

/** A search as somebody would write it by hand: for one language, its word without completions. */
export interface PlainSearch {
  word: string | undefined;
  types: readonly string[] | undefined;
  /** Hundredths. */
  mostPrice: number | undefined;
  limit: number;
}

/**
 * One statement over the same table and index: the matches once, and from them total, page and facets.
 *
 * @returns CPU milliseconds of Postgres for each search
 */
export async function handTuned(
  databaseUrl: string,
  searches: readonly PlainSearch[],
  clients: number,
): Promise<number> {
  const database = await openDatabase({ url: databaseUrl, applicationName: APPLICATION, poolSize: clients });
  try {
    await Promise.all(Array.from({ length: clients }, () => database.many(sql`select pg_sleep(0.05)`)));
    const cpu = await CpuTime.of(databaseUrl, APPLICATION);
    const before = cpu.seconds();
    const waiting = [...searches];
    await Promise.all(
      Array.from({ length: clients }, async () => {
        for (let search = waiting.pop(); search; search = waiting.pop())
          await database.one(statement(search));
      }),
    );
    return ((cpu.seconds() - before) * 1000) / searches.length;
  } finally {
    await database.dataSource.destroy();
  }
}

function statement({ word, types, mostPrice, limit }: PlainSearch): Statement {
  const code = (facet: number, keys: Statement) =>
    sql`(select string_agg('''!' || code || '''', ' | ') from learning.facet_values where facet = ${facet} and key = any(${keys}))`;
  const parts = [
    ...(word === undefined ? [] : [sql`quote_literal(learning.stem(${word}, 'en'))`]),
    ...(types
      ? [
          sql`'(' || ${code(1, sql`${types}::text[]`)} || ')'`,
          sql`'(' || ${code(2, sql`array['en']`)} || ')'`,
        ]
      : []),
  ];
  return sql`
    with match as materialized (
      select d.lo_id, d.popularity, d.facet_codes from learning.search_doc d
       where d.shared and d.premium
         ${parts.length === 0 ? sql.empty : sql`and d.doc @@ (${sql.join(parts, ` || ' & ' || `)})::tsquery`}
         ${mostPrice === undefined ? sql.empty : sql`and d.price <= ${mostPrice}::int`}
    )
    select (select count(*) from match) as total,
           array(select lo_id from match order by popularity desc, lo_id limit ${limit}) as ids,
           (select json_agg(json_build_array(code, n)) from (
              select code, count(*) as n from (select unnest(facet_codes) as code from match) u group by code) c) as counts`.unprepared();
}
