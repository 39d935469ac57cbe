import { dbFunction } from '../../db-function.js';

/** Serialises transactions that change approvals and blocks of a portal, and excludes issuing there. */
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
