import { dbFunction } from '../../db-function.js';
import { STEMMERS } from './stemmers.js';

export const stemmer = dbFunction(
  'learning.stemmer',
  { execute: { public: 'computes, and reads no table' }, frozen: true },
  /* sql */ `
  create or replace function learning.stemmer(language text) returns regdictionary language sql immutable parallel safe as $$
    select case left(language, 2)
      ${Object.keys(STEMMERS)
        .map((code) => `when '${code}' then 'learning.stem_${code}'::regdictionary`)
        .join('\n      ')}
      else 'pg_catalog.simple'::regdictionary end
  $$`,
);
