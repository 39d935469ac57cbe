import { dbFunction } from '../../db-function.js';

/** Adds two lists of counts by position; a shorter list counts as extended with zeros. */
export const addCounts = dbFunction(
  'learning.add_counts',
  { execute: { public: 'computes, and reads no table' } },
  /* sql */ `
  create or replace function learning.add_counts(counts int[], more int[])
  returns int[] language sql immutable parallel safe as $$
    select array(select coalesce(one, 0) + coalesce(another, 0)
                   from unnest(counts, more) with ordinality as pairs(one, another, place) order by place)
  $$`,
);
