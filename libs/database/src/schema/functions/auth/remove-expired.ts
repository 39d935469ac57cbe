import { dbFunction } from '../../db-function.js';

/** The only function that can delete revocations: they are append-only for the applications. */
export const removeExpired = dbFunction(
  'auth.remove_expired',
  { execute: { auth: 'expired rows, including revocations' } },
  /* sql */ `
  create or replace function auth.remove_expired(p_table text, p_before timestamptz, p_limit int)
  returns int language plpgsql security definer set search_path = pg_catalog as $$
  declare removed int;
  begin
    if p_table not in ('sessions', 'grant_families', 'spent_assertions', 'revocations') then
      raise exception 'nothing in % expires', p_table;
    end if;
    execute format(
      'delete from auth.%1$I where ctid = any(array(
         select ctid from auth.%1$I where expires_at < $1 order by expires_at limit $2 for update skip locked))',
      p_table) using p_before, p_limit;
    get diagnostics removed = row_count;
    return removed;
  end $$`,
);
