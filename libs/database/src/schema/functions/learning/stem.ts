import { dbFunction } from '../../db-function.js';

export const stem = dbFunction(
  'learning.stem',
  { execute: { public: 'computes, and reads no table' }, frozen: true },
  /* sql */ `
  create or replace function learning.stem(word text, language text) returns text language sql immutable parallel safe as $$
    select coalesce(nullif((ts_lexize(learning.stemmer(language), word))[1], ''), word)
  $$`,
);
