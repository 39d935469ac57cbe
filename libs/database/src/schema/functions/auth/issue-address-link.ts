import { dbFunction } from '../../db-function.js';

/** Like links that set a password: only for a person with a queued mail that contains one. */
export const issueAddressLink = dbFunction(
  'auth.issue_address_link',
  { execute: { worker: 'links in mails to new addresses; only with a queued mail that contains one' } },
  /* sql */ `
  create or replace function auth.issue_address_link(
    p_person_id bigint, p_email text, p_hash bytea, p_now timestamptz, p_expires_at timestamptz)
  returns text language plpgsql security definer set search_path = pg_catalog as $$
  begin
    if not exists (
         select 1 from identity.mails m
          where m.person_id = p_person_id and m.template = 'address-change' and lower(m.recipient) = lower(p_email)
            and m.sent_time is null and m.next_try_time is not null and m.tries > 0) then
      raise exception 'no mail with a link waits for this address' using errcode = 'insufficient_privilege';
    end if;
    perform 1 from auth.address_changes
      where person_id = p_person_id and lower(email) = lower(p_email) and expires_at > p_now for update;
    if not found then return 'gone'; end if;
    if auth.is_address_taken(p_person_id, p_email, p_now) then return 'taken'; end if;
    update auth.address_changes set hash = p_hash, link_expires_at = least(p_expires_at, expires_at)
     where person_id = p_person_id;
    return 'stored';
  end $$`,
);
