import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What goes out for an offer, and what ends with an account that its person declines or leaves. */
export class Offers20261122660100 implements MigrationInterface {
  name = 'Offers20261122660100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(enqueueMail(allowedNow, silence));
    await runner.query(/* sql */ `
      -- Of an account that is closed nothing goes on: no matter who asks.
      create function learning.archive_enrollments_of_closed(p_portal_id int, p_account_id int)
      returns setof learning.enrollments language plpgsql security definer set search_path = pg_catalog as $$
      declare v_row learning.enrollments; v_lo record;
      begin
        if not exists (select 1 from identity.accounts a
                        where a.portal_id = p_portal_id and a.id = p_account_id and a.closed_time is not null) then
          return;
        end if;
        -- the counts in the order in which everybody locks them
        for v_lo in
          select e.lo_id, count(*)::int as n from learning.enrollments e
           where e.portal_id = p_portal_id and e.account_id = p_account_id and e.archived_time is null
           group by e.lo_id order by e.lo_id
        loop
          update learning.search_doc set popularity = greatest(0, popularity - v_lo.n) where lo_id = v_lo.lo_id;
        end loop;
        for v_row in
          update learning.enrollments e
             set archived_time = clock_timestamp(), updated_time = clock_timestamp(), updated_xid = pg_current_xact_id()
           where e.portal_id = p_portal_id and e.account_id = p_account_id and e.archived_time is null returning e.*
        loop
          return next v_row;
        end loop;
      end $$;
      revoke all on function learning.archive_enrollments_of_closed from public;
      grant execute on function learning.archive_enrollments_of_closed to lp_auth;
      grant delete on identity.account_managers to lp_auth;

      insert into maintenance.schedules (name, every) values ('invitations', '10 minutes');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      delete from maintenance.schedules where name = 'invitations';
      revoke delete on identity.account_managers from lp_auth;
      drop function learning.archive_enrollments_of_closed;
    `);
    await runner.query(enqueueMail(allowedBefore, ''));
  }
}

const allowed = (ofApi: string, notOfAuth: string): string => /* sql */ `
    if (session_user = 'lp_worker' and p_template <> 'webhook-disabled')
       or (session_user = 'lp_api' and p_template not in (${ofApi}))
       or (session_user = 'lp_auth' and p_template in (${notOfAuth})) then
      raise exception '% sends no mails %', session_user, p_template using errcode = 'insufficient_privilege';
    end if;`;
const allowedBefore = allowed(`'login', 'invitation'`, `'login', 'webhook-disabled'`);
const allowedNow = allowed(`'login', 'new-portal'`, `'login', 'invitation', 'webhook-disabled'`);

/**
 * A portal hears the same of everybody, and pays for each mail alike; but who has proven the address gets one offer of it
 * in 30 days, and none for 180 days after having declined.
 */
const silence = /* sql */ `
    if p_portal_id is not null and p_template in ('login', 'invitation') then
      select h.proven_time is not null
             and (exists (select 1 from identity.mails m
                           where m.person_id = h.id and m.template in ('login', 'invitation')
                             and m.portal_id = p_portal_id and m.created_time > clock_timestamp() - interval '30 days'
                             and (m.sent_time is not null or m.next_try_time is not null))
                  or exists (select 1 from identity.accounts a
                              where a.person_id = h.id and a.portal_id = p_portal_id
                                and a.declined_at > clock_timestamp() - interval '180 days'))
        into v_silent from identity.persons h where h.id = p_person_id;
    end if;`;

const enqueueMail = (check: string, silent: string) => /* sql */ `
  create or replace function identity.enqueue_mail(
    p_portal_id int, p_person_id bigint, p_recipient text, p_template text, p_language text, p_data jsonb,
    p_templates text[], p_every interval, p_most int, p_most_of_portal int)
  returns text language plpgsql security definer set search_path = pg_catalog as $$
  declare v_all int; v_own int; v_silent boolean := false;
  begin${check}
    perform pg_advisory_xact_lock(7531, hashtext(lower(p_recipient)));
    select count(*), count(*) filter (where portal_id = p_portal_id) into v_all, v_own
      from identity.mails
     where lower(recipient) = lower(p_recipient) and created_time > clock_timestamp() - p_every
       and template = any(p_templates);
    if v_own >= p_most_of_portal then return 'portal'; end if;
    if v_all >= p_most then return 'address'; end if;${silent}
    insert into identity.mails (portal_id, person_id, recipient, template, language, data, created_time, next_try_time)
    values (p_portal_id, p_person_id, p_recipient, p_template, p_language, p_data, clock_timestamp(),
            case when v_silent then null else now() end);
    return 'stored';
  end $$;
`;
