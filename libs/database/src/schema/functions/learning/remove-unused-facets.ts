import { dbFunction } from '../../db-function.js';

/**
 * Checks this many values that a document has lost, and removes those that no document has. Returns the number of
 * checked values; null: writers held the lock for longer than a tenth of a second.
 */
export const removeUnusedFacets = dbFunction(
  'learning.remove_unused_facets',
  { execute: { public: 'runs with the rights of its caller' } },
  /* sql */ `
  create or replace function learning.remove_unused_facets(most int)
  returns int language plpgsql as $$
  declare
    lost int[];
    unused int[];
  begin
    with taken as (
      delete from learning.facet_lost
       where ctid = any(array(select ctid from learning.facet_lost limit most))
      returning code
    ) select array_agg(distinct code) into lost from taken;

    select array_agg(l.code) into unused from unnest(lost) l(code)
     where not exists (select 1 from learning.search_doc d where d.doc @@ quote_literal('!' || l.code)::tsquery);

    if unused is not null then
      -- those who write now end first; who comes later waits behind us, so not for long
      perform set_config('lock_timeout', '100', true);
      perform pg_advisory_xact_lock(7535, 0);

      delete from learning.facet_values v
       where v.code = any(unused)
         and not exists (select 1 from learning.search_doc d where d.doc @@ quote_literal('!' || v.code)::tsquery);
      if found then
        update learning.catalogue_version set version = version + 1 where shard = 16;
      end if;
    end if;
    return coalesce(cardinality(lost), 0);
  exception when lock_not_available then
    return null;
  end $$`,
);
