import { dbFunction } from '../../db-function.js';

/**
 * Normalises text to one form of each character (Unicode TR 15, form KC): CO₂ is CO2 to a search, full-width letters
 * are letters. Text without such a character is recognised first, at a tenth of the cost. Trade mark signs end a word,
 * and a fraction begins one: 2½ is not 21/2.
 */
export const composed = dbFunction(
  'learning.composed',
  { execute: { everybody: 'computes, and reads no table' }, frozen: true },
  /* sql */ `
  create or replace function learning.composed(given text) returns text language sql immutable parallel safe as $$
    select case when octet_length(given) = length(given) or given is nfkc normalized then given
                else normalize(regexp_replace(given, '[™℠]|(?=[¼½¾⅐-⅞↉])' collate "pg_c_utf8", ' ', 'g'), nfkc) end
  $$`,
);
