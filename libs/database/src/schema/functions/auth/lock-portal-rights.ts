import { dbFunction } from '../../db-function.js';

/** A transaction that changes approvals and blocks of a portal comes alone, and while nothing is issued there. */
export const lockPortalRights = dbFunction(
  'auth.lock_portal_rights',
  { execute: { auth: 'changes of approvals and issuing exclude each other' } },
  /* sql */ `
  create or replace function auth.lock_portal_rights(p_portal_id int)
  returns void language plpgsql set search_path = pg_catalog as $$
  begin
    perform pg_advisory_xact_lock(7511, p_portal_id);
  end $$`,
);
