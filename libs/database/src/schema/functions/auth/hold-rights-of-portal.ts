import { dbFunction } from '../../db-function.js';

/** Whoever changes approvals and blocks of a portal comes alone, and while nothing is issued there. */
export const holdRightsOfPortal = dbFunction(
  'auth.hold_rights_of_portal',
  { execute: { auth: 'changes of approvals and issuing exclude each other' } },
  /* sql */ `
  create or replace function auth.hold_rights_of_portal(p_portal_id int)
  returns void language plpgsql set search_path = pg_catalog as $$
  begin
    perform pg_advisory_xact_lock(7511, p_portal_id);
  end $$`,
);
