import { dbFunction } from '../../db-function.js';

/** The facts that decide whether a client may create portals, and below which one. */
export const onboardingRights = dbFunction(
  'auth.onboarding_rights',
  {
    execute: {
      api: 'whether an application may create portals, without reading clients',
      auth: 'whether an application may create portals',
    },
  },
  /* sql */ `
  create or replace function auth.onboarding_rights(p_client_id text, p_partner_portal_id int)
  returns table (
    client_portal_id int, client_portal_is_partner boolean, partner_exists boolean, partner_approved boolean)
  language sql stable security definer set search_path = pg_catalog as $$
    select c.portal_id, coalesce(own.is_distribution_partner, false),
           exists (select 1 from identity.portals where id = p_partner_portal_id and is_distribution_partner),
           exists (select 1 from auth.approvals a
                    where a.portal_id = p_partner_portal_id and a.client_id = p_client_id and a.makes_portals)
      from auth.clients c left join identity.portals own on own.id = c.portal_id
     where c.client_id = p_client_id and c.status = 1
  $$`,
);
