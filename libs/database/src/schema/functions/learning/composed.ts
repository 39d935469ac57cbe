import { dbFunction } from '../../db-function.js';
import { IGNORED, UNSPACED, VARIANTS } from './scripts.js';

/**
 * Normalises text to one form of each character (Unicode TR 15, form KC): CO₂ is CO2 to a search, full-width letters
 * are letters. ASCII is recognised first, since most texts are. Trade mark signs end a word, and a fraction begins one:
 * 2½ is not 21/2. Variants of Arabic letters become one letter, and digits of other scripts become ASCII digits. Text of
 * scripts without blanks is separated from other letters: `SAP安全` is two words.
 */
export const composed = dbFunction(
  'learning.composed',
  { execute: { public: 'computes, and reads no table' }, frozen: true },
  /* sql */ `
  create or replace function learning.composed(given text) returns text language sql immutable parallel safe as $$
    select case when octet_length(given) = length(given) then given
                else regexp_replace(regexp_replace(translate(
                       case when given is nfkc normalized then given
                            else normalize(regexp_replace(given, '[™℠]|(?=[¼½¾⅐-⅞↉])' collate "pg_c_utf8", ' ', 'g'), nfkc) end,
                       '${VARIANTS.from}', '${VARIANTS.to}'),
                       '[${IGNORED}]+' collate "pg_c_utf8", '', 'g'),
                       '[${UNSPACED}]+' collate "pg_c_utf8", ' \\& ', 'g') end
  $$`,
);
