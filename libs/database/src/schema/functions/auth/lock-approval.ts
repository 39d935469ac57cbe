import { dbFunction } from '../../db-function.js';

/** The approval, locked until the transaction ends. */
export const lockApproval = dbFunction(
  'auth.lock_approval',
  { execute: { auth: 'an approval does not change while a token is issued for it' } },
  /* sql */ `
  create or replace function auth.lock_approval(p_portal_id int, p_client_id text)
  returns setof auth.approvals language plpgsql set search_path = pg_catalog as $$
  begin
    perform pg_advisory_xact_lock_shared(7511, p_portal_id);
    return query select * from auth.approvals a where a.portal_id = p_portal_id and a.client_id = p_client_id;
  end $$`,
);
