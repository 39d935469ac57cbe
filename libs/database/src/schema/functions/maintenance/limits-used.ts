import { dbFunction } from '../../db-function.js';

/** Uses only index scans, and reads no further than the limits. */
export const limitsUsed = dbFunction(
  'maintenance.limits_used',
  { execute: { api: 'administrators see what their portal has used of its limits' } },
  /* sql */ `
  create or replace function maintenance.limits_used(p_portal int, p_windows text[])
  returns table (limit_name text, used bigint)
  language sql stable security definer set search_path = pg_catalog as $$
    select c.limit_name, c.count from maintenance.limit_counts c
     where c.limit_name = any(p_windows) and c.owner in (p_portal::text, 'portal ' || p_portal)
       and c.window_start <= clock_timestamp() and c.expires_at > clock_timestamp()
    union all select 'approvals', count(*) from auth.approvals where portal_id = p_portal
    union all select 'blocked_clients', count(*) from auth.client_blocks where portal_id = p_portal
    union all select 'clients', count(*) from auth.clients where portal_id = p_portal
  $$`,
);
