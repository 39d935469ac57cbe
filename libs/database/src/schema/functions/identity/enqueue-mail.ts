import { dbFunction } from '../../db-function.js';

/**
 * Counts mails where they are stored, so that concurrent mails to one address cannot exceed the limit: the statements
 * after the lock see every earlier commit. Only services that create links may store mails with one. The answer and the
 * count are the same for every recipient, so that a portal learns nothing about them. People who have proven the
 * address get one offer in 30 days, and none for 180 days after they declined one.
 */
export const enqueueMail = dbFunction(
  'identity.enqueue_mail',
  {
    execute: {
      api: 'invitations, and links for a new password, without naming a person or portal; the function allows no other kind',
      auth: 'mails of an account to its person; the function allows no invitation with a link',
      worker: 'a webhook was parked or disabled; the function allows no other kind',
    },
  },
  /* sql */ `
  create or replace function identity.enqueue_mail(
    p_portal_id int, p_person_id bigint, p_recipient text, p_template text, p_language text, p_data jsonb,
    p_templates text[], p_every interval, p_most int, p_most_of_portal int)
  returns text language plpgsql security definer set search_path = pg_catalog as $$
  declare v_all int; v_own int; v_silent boolean := false;
  begin
    if (session_user = 'lp_worker' and p_template not in ('webhook-parked', 'webhook-disabled'))
       or (session_user = 'lp_api' and p_template not in ('login', 'new-portal')
           and not (p_template = 'password-reset' and p_person_id is null and p_portal_id is null))
       or (session_user = 'lp_auth' and p_template in ('login', 'invitation', 'webhook-parked', 'webhook-disabled')) then
      raise exception '% sends no mails %', session_user, p_template using errcode = 'insufficient_privilege';
    end if;
    perform pg_advisory_xact_lock(7531, hashtext(lower(p_recipient)));
    select count(*), count(*) filter (where portal_id = p_portal_id) into v_all, v_own
      from identity.mails
     where lower(recipient) = lower(p_recipient) and created_time > clock_timestamp() - p_every
       and template = any(p_templates);
    if v_own >= p_most_of_portal then return 'portal'; end if;
    if v_all >= p_most then return 'address'; end if;
    if p_portal_id is not null and p_template in ('login', 'invitation') then
      select h.verified_time is not null
             and (exists (select 1 from identity.mails m
                           where m.person_id = h.id and m.template in ('login', 'invitation')
                             and m.portal_id = p_portal_id and m.created_time > clock_timestamp() - interval '30 days'
                             and (m.sent_time is not null or m.next_try_time is not null))
                  or exists (select 1 from identity.accounts a
                              where a.person_id = h.id and a.portal_id = p_portal_id
                                and a.declined_at > clock_timestamp() - interval '180 days'))
        into v_silent from identity.persons h where h.id = p_person_id;
    end if;
    insert into identity.mails (portal_id, person_id, recipient, template, language, data, created_time, next_try_time)
    values (p_portal_id, p_person_id, p_recipient, p_template, p_language, p_data, clock_timestamp(),
            case when v_silent then null else now() end);
    return 'stored';
  end $$`,
);
