import { dbFunction } from '../../db-function.js';
import { HYPHENS } from './scripts.js';

const part = `[^[:space:][:punct:]${HYPHENS}]+`;

/**
 * The hyphenated words of a text as one word, by their parts: `e-learning` is `elearning` to some. Of three and more
 * parts, each two neighbours and all together.
 */
export const compounds = dbFunction(
  'learning.compounds',
  { execute: { public: 'computes, and reads no table' }, frozen: true },
  /* sql */ `
  create or replace function learning.compounds(given text)
  returns table (parts text[], word text) language sql immutable parallel safe as $$
    select joined.parts, array_to_string(joined.parts, '')
      from regexp_matches(given collate "pg_c_utf8", '${part}(?:[${HYPHENS}]${part})+', 'g') chain
     cross join lateral string_to_array(learning.plain(chain[1]), ' ') of_chain(parts)
     cross join lateral (
       select array[neighbours.part, neighbours.following]
         from (select u.part, lead(u.part) over (order by u.place) as following
                 from unnest(of_chain.parts) with ordinality u(part, place)) neighbours
        where neighbours.following is not null
       union all
       select of_chain.parts where cardinality(of_chain.parts) > 2) joined(parts)
  $$`,
);
