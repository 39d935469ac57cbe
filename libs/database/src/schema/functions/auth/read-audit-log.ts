import { dbFunction } from '../../db-function.js';

/**
 * The events of one portal, newest first. A person's own logins name no portal, so no administrator sees them. A plan
 * is made for each call: with literal days, Postgres skips other partitions, each of which would take six locks, and
 * filters that are null.
 */
export const readAuditLog = dbFunction(
  'auth.read_audit_log',
  { execute: { api: 'administrators read only the rows of their portal' } },
  /* sql */ `
  create or replace function auth.read_audit_log(
    p_portal_id int, p_event text, p_account_id int, p_about_id int, p_client_id text, p_from timestamptz, p_before timestamptz,
    p_after_time timestamptz, p_after_id bigint, p_limit int)
  returns table (
    id bigint, "time" timestamptz, event text, account_id int, client_id text, ip text, user_agent text,
    request_id text, details jsonb)
  language plpgsql stable security definer set search_path = pg_catalog set plan_cache_mode = force_custom_plan as $$
  begin
    return query
    select l.id, l.time, l.event, l.account_id, l.client_id, l.ip, l.user_agent, l.request_id, l.details
      from auth.audit_log l
     where l.portal_id = p_portal_id
       and (p_event is null or l.event = p_event)
       and (p_account_id is null or l.account_id = p_account_id)
       and (p_about_id is null or l.details->>'user_id' = p_about_id::text)
       and (p_client_id is null or l.client_id = p_client_id)
       and l.time >= p_from and l.time < p_before
       and l.day between (p_from at time zone 'utc')::date and (p_before at time zone 'utc')::date
       and (p_after_time is null or (l.time, l.id) < (p_after_time, p_after_id))
     order by l.time desc, l.id desc
     limit p_limit;
  end $$`,
);
