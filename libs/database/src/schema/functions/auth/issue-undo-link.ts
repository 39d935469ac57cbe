import { dbFunction } from '../../db-function.js';

export const issueUndoLink = dbFunction(
  'auth.issue_undo_link',
  { execute: { worker: 'links in mails to former addresses; only with a queued mail that contains one' } },
  /* sql */ `
  create or replace function auth.issue_undo_link(p_person_id bigint, p_email text, p_hash bytea, p_now timestamptz)
  returns boolean language plpgsql security definer set search_path = pg_catalog as $$
  begin
    if not exists (
         select 1 from identity.mails m
          where m.person_id = p_person_id and m.template = 'address-changed' and lower(m.recipient) = lower(p_email)
            and m.sent_time is null and m.next_try_time is not null and m.tries > 0) then
      raise exception 'no mail with a link waits for this address' using errcode = 'insufficient_privilege';
    end if;
    update auth.former_addresses set hash = p_hash
     where email_key = lower(p_email) and person_id = p_person_id and expires_at > p_now;
    return found;
  end $$`,
);
