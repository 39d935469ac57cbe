import { dbFunction } from '../../db-function.js';
import { UNSPACED } from './scripts.js';

/**
 * Pieces of three characters of text in scripts without blanks, one from each character on: `企业信息` has `企业信`, `业信息`,
 * `信息` and `息`. A search text of up to three characters is the beginning of a piece, a longer one consists of pieces. Cut
 * into parts first, because finding a character takes longer the later it is.
 */
export const pieces = dbFunction(
  'learning.pieces',
  { execute: { public: 'computes, and reads no table' }, frozen: true },
  /* sql */ `
  create or replace function learning.pieces(given text) returns setof text language sql immutable parallel safe as $$
    select substr(part, place, 3)
      from regexp_matches(given collate "pg_c_utf8", '[${UNSPACED}]+', 'g') run
     cross join lateral generate_series(1, length(run[1]), 64) start
     cross join lateral substr(run[1], start, 66) part
     cross join lateral generate_series(1, least(64, length(part))) place
  $$`,
);
