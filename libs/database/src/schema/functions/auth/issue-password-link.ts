import { dbFunction } from '../../db-function.js';

/**
 * The worker creates a link only for a person with a queued mail that contains one, and only for the lifetime that the
 * mail states.
 */
export const issuePasswordLink = dbFunction(
  'auth.issue_password_link',
  {
    execute: { worker: 'links in mails; the function creates one only with a queued mail that contains one' },
  },
  /* sql */ `
  create or replace function auth.issue_password_link(
    p_person_id bigint, p_hash bytea, p_portal_id int, p_expires_at timestamptz)
  returns void language plpgsql security definer set search_path = pg_catalog as $$
  begin
    if session_user = 'lp_worker' then
      if not exists (
           select 1 from identity.mails m
            where m.person_id = p_person_id and m.template in ('login', 'password-reset')
              and m.portal_id is not distinct from p_portal_id
              and m.sent_time is null and m.next_try_time is not null and m.tries > 0)
         and not exists (
           select 1 from identity.persons h
             join identity.mails m on lower(m.recipient) = h.email_key and m.template in ('login', 'password-reset')
            where h.id = p_person_id and m.person_id is null and m.portal_id is not distinct from p_portal_id
              and m.sent_time is null and m.next_try_time is not null and m.tries > 0)
      then
        raise exception 'no mail with a link waits for this person' using errcode = 'insufficient_privilege';
      end if;
      p_expires_at := least(p_expires_at, clock_timestamp() + interval '25 hours');
    end if;
    insert into auth.password_links (person_id, hash, portal_id, expires_at)
    values (p_person_id, p_hash, p_portal_id, p_expires_at)
    on conflict (person_id, owner_key) do update
      set hash = excluded.hash, expires_at = excluded.expires_at, used_at = null;
  end $$`,
);
