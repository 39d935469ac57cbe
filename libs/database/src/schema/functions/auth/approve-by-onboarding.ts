import { dbFunction } from '../../db-function.js';

/**
 * A portal created through an application approves it with the application's rights at that time, without
 * administrators' accounts.
 */
export const approveByOnboarding = dbFunction(
  'auth.approve_by_onboarding',
  {
    execute: {
      api: 'approves the application through which a portal is created; a trigger refuses other portals',
      auth: 'a portal that is created during an authorization',
    },
  },
  /* sql */ `
  create or replace function auth.approve_by_onboarding(
    p_client_id text, p_portal_id int, p_account_id int, p_now timestamptz)
  returns void language sql security definer set search_path = pg_catalog as $$
    insert into auth.approvals (portal_id, client_id, scopes, acts_for_people, came_by, approved_by, approved_time)
    select p_portal_id, c.client_id, c.scopes, true, 'onboarding', p_account_id, p_now
      from auth.clients c
     where c.client_id = p_client_id
       and not exists (select 1 from auth.client_blocks b where b.portal_id = p_portal_id and b.client_id = p_client_id)
    on conflict do nothing
  $$`,
);
