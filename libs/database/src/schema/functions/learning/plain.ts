import { dbFunction } from '../../db-function.js';
import { INDIC, UNSPACED } from './scripts.js';

/**
 * Lower case, without accents, words separated by single blanks. Text whose blanks are already right is not replaced.
 */
export const plain = dbFunction(
  'learning.plain',
  { execute: { public: 'computes, and reads no table' }, frozen: true },
  /* sql */ `
  create or replace function learning.plain(given text) returns text language sql immutable parallel safe as $$
    select btrim(regexp_replace(
      regexp_replace(
        replace(replace(
          public.unaccent('public.unaccent', lower(learning.composed(given) collate "pg_c_utf8")),
          'c++', 'cplusplus'), 'c#', 'csharp'),
        '(?<![[:alnum:]])[.]net\\M' collate "pg_c_utf8", 'dotnet', 'g'),
      ' *[^[:alnum:]${INDIC}${UNSPACED} ][^[:alnum:]${INDIC}${UNSPACED}]*|  +' collate "pg_c_utf8", ' ', 'g'))
  $$`,
);
