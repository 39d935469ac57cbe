import { dbFunction } from '../../db-function.js';

/**
 * Allows some changes only in the transaction that creates the portal or account. It compares the creating transaction
 * and not xmin, which each later update replaces. The time is compared too, because transaction numbers repeat in a
 * restored dump.
 */
export const checkCreatedNow = dbFunction(
  'auth.check_created_now',
  { execute: { public: 'a trigger; runs with the rights of the writer' } },
  /* sql */ `
  create or replace function auth.check_created_now() returns trigger language plpgsql set search_path = pg_catalog as $$
  begin
    if session_user <> 'lp_api' then return new; end if;
    -- passwords: the API sets none, not even of people whom it makes
    if tg_table_name <> 'passwords' and exists (
         select 1 from identity.portals
          where id = new.portal_id and made_xid = pg_current_xact_id() and created_time = now()) then
      return new;
    end if;
    raise exception 'only in the transaction that makes what it is for' using errcode = 'insufficient_privilege';
  end $$`,
);
