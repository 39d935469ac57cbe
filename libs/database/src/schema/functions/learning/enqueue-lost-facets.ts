import { dbFunction } from '../../db-function.js';

export const enqueueLostFacets = dbFunction(
  'learning.enqueue_lost_facets',
  {},
  /* sql */ `
  create or replace function learning.enqueue_lost_facets()
  returns trigger language plpgsql set search_path = pg_catalog as $$
  begin
    if tg_op = 'DELETE' then
      insert into learning.facet_lost (code) select unnest(old.facet_codes);
    else
      insert into learning.facet_lost (code)
        select c.code from unnest(old.facet_codes) c(code) where c.code <> all(new.facet_codes);
    end if;
    return null;
  end $$`,
);
