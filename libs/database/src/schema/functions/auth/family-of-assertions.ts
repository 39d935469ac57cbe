import { dbFunction } from '../../db-function.js';
import { lockRights } from './issuing.js';

/** Extends a family at most twice in the life of a token, so that concurrent requests do not wait for each other. */
export const familyOfAssertions = dbFunction(
  'auth.family_of_assertions',
  { execute: { auth: 'the same, under the locks that revoking rights takes' } },
  /* sql */ `
  create or replace function auth.family_of_assertions(
    p_portal_id int, p_client_id text, p_account_id int, p_new_sid text, p_until timestamptz, p_prolonged timestamptz)
  returns text language plpgsql set search_path = pg_catalog as $$
  declare v_sid text;
  begin
    ${lockRights('p_portal_id', 'p_client_id', 'p_account_id')}
    select f.sid into v_sid from auth.assertion_families f
     where f.portal_id = p_portal_id and f.account_id = p_account_id and f.client_id = p_client_id
       and f.expires_at >= p_until;
    if found then return v_sid; end if;
    insert into auth.assertion_families as f (portal_id, account_id, client_id, sid, expires_at)
    values (p_portal_id, p_account_id, p_client_id, p_new_sid, p_prolonged)
    on conflict (portal_id, account_id, client_id) do update set expires_at = greatest(f.expires_at, excluded.expires_at)
    returning f.sid into v_sid;
    return v_sid;
  end $$`,
);
