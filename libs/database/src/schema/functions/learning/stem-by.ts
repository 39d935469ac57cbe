import { dbFunction } from '../../db-function.js';

/** Like stem, with a known dictionary. */
export const stemBy = dbFunction(
  'learning.stem_by',
  { execute: { public: 'computes, and reads no table' }, frozen: true },
  /* sql */ `
  create or replace function learning.stem_by(dictionary regdictionary, word text)
  returns text language sql immutable parallel safe as $$
    select coalesce(nullif((ts_lexize(dictionary, word))[1], ''), word)
  $$`,
);
