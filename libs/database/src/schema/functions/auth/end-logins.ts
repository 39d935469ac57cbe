import { dbFunction } from '../../db-function.js';

/** p_since: also ends grants that applications obtained for themselves since then; null: none of these. */
export const endLogins = dbFunction(
  'auth.end_logins',
  {},
  /* sql */ `
  create or replace function auth.end_logins(p_person_id bigint, p_because text, p_since timestamptz, p_until timestamptz)
  returns void language plpgsql set search_path = pg_catalog as $$
  begin
    -- first: who is giving a consent holds the session, be it in an account just made
    delete from auth.sessions where person_id = p_person_id;
    perform auth.lock_person_rights(p_person_id);
    with ended as (
      update auth.grant_families f set ended_at = clock_timestamp(), ended_because = p_because
        from identity.accounts a
       where a.person_id = p_person_id and f.portal_id = a.portal_id and f.account_id = a.id and f.ended_at is null
         and (not f.for_application or f.created_time >= p_since)
      returning f.id)
    insert into auth.revocations (sid, expires_at) select id, p_until from ended;
    update auth.codes c set expires_at = 'epoch'
      from identity.accounts a
     where a.person_id = p_person_id and c.account_id = a.id and c.used_at is null
       and c.day >= (now() at time zone 'utc')::date - 1;
  end $$`,
);
