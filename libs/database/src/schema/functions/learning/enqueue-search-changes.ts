import { dbFunction } from '../../db-function.js';

/** Records changed documents by trigger, so that no role can record one without a change. */
export const enqueueSearchChanges = dbFunction(
  'learning.enqueue_search_changes',
  {},
  /* sql */ `
  create or replace function learning.enqueue_search_changes()
  returns trigger language plpgsql security definer set search_path = pg_catalog as $$
  begin
    if exists (select from learning.search_index) then
      if tg_argv[0] = 'id' then
        insert into learning.search_changes (lo_id) select distinct id from changed;
      else
        insert into learning.search_changes (lo_id) select distinct lo_id from changed;
      end if;
    end if;
    return null;
  end $$`,
);
