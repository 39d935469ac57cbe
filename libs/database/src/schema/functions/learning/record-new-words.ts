import { dbFunction } from '../../db-function.js';

export const recordNewWords = dbFunction(
  'learning.record_new_words',
  {},
  /* sql */ `
  create or replace function learning.record_new_words()
  returns trigger language plpgsql set search_path = pg_catalog as $$
  begin
    if tg_level = 'STATEMENT' then
      if not exists (select from fresh) then
        return null;
      end if;
    end if;
    update learning.catalogue_version set words = words + 1 where shard = pg_backend_pid() % 16;
    return null;
  end $$`,
);
