import { dbFunction } from '../../db-function.js';

/** Accepts the account that is created for a person whose own login began the grant family. */
export const acceptByToken = dbFunction(
  'identity.accept_by_token',
  {
    execute: {
      api: 'a person who requests a portal by their own login has accepted; the function checks the token',
    },
  },
  /* sql */ `
  create or replace function identity.accept_by_token(p_portal_id int, p_account_id int, p_family_id text)
  returns boolean language plpgsql security definer set search_path = pg_catalog as $$
  begin
    update identity.accounts a set accepted_at = clock_timestamp(), invitation_expires_at = null
     where a.portal_id = p_portal_id and a.id = p_account_id and a.accepted_at is null and a.closed_time is null
       and a.made_xid = pg_current_xact_id() and a.created_time = now() -- with the account alone
       and exists (select 1 from auth.grant_families f
                     join identity.accounts o on o.portal_id = f.portal_id and o.id = f.account_id
                    where f.id = p_family_id and f.by_own_login and f.ended_at is null
                      and o.status and o.closed_time is null and o.person_id = a.person_id);
    return found;
  end $$`,
);
