import { dbFunction } from '../../db-function.js';

export const isBlocked = dbFunction(
  'auth.is_blocked',
  { execute: { auth: 'an application that the portal has blocked cannot be connected' } },
  /* sql */ `
  create or replace function auth.is_blocked(p_portal_id int, p_client_id text)
  returns boolean language plpgsql set search_path = pg_catalog as $$
  begin
    return exists (select 1 from auth.client_blocks where portal_id = p_portal_id and client_id = p_client_id);
  end $$`,
);
