import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails are counted where they are written; each portal's link to set a password is apart from the person's own. */
export class MailLimits20261122620100 implements MigrationInterface {
  name = 'MailLimits20261122620100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      create index mails_address on identity.mails (lower(recipient), created_time);

      -- Of any number of mails to one address at once only as many are stored as there is room for: the statements
      -- after the lock see what was committed before.
      create function identity.enqueue_mail(
        p_portal_id int, p_person_id bigint, p_recipient text, p_template text, p_language text, p_data jsonb,
        p_templates text[], p_every interval, p_most int, p_most_of_portal int)
      returns text language plpgsql security definer set search_path = pg_catalog as $$
      declare v_all int; v_own int;
      begin
        perform pg_advisory_xact_lock(7531, hashtext(lower(p_recipient)));
        select count(*), count(*) filter (where portal_id = p_portal_id) into v_all, v_own
          from identity.mails
         where lower(recipient) = lower(p_recipient) and created_time > clock_timestamp() - p_every
           and template = any(p_templates);
        if v_own >= p_most_of_portal then return 'portal'; end if;
        if v_all >= p_most then return 'address'; end if;
        insert into identity.mails (portal_id, person_id, recipient, template, language, data, created_time)
        values (p_portal_id, p_person_id, p_recipient, p_template, p_language, p_data, clock_timestamp());
        return 'stored';
      end $$;
      revoke all on function identity.enqueue_mail from public;
      grant execute on function identity.enqueue_mail to lp_auth, lp_api, lp_worker;
      revoke insert on identity.mails from lp_auth, lp_api, lp_worker;

      alter table auth.password_links add column owner_key int generated always as (coalesce(portal_id, 0)) stored;
      alter table auth.password_links drop constraint password_links_pkey;
      alter table auth.password_links add primary key (person_id, owner_key);

      create or replace function auth.issue_password_link(
        p_person_id bigint, p_hash bytea, p_portal_id int, p_expires_at timestamptz)
      returns void language sql security definer set search_path = pg_catalog as $$
        insert into auth.password_links (person_id, hash, portal_id, expires_at)
        values (p_person_id, p_hash, p_portal_id, p_expires_at)
        on conflict (person_id, owner_key) do update
          set hash = excluded.hash, expires_at = excluded.expires_at, used_at = null
      $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      -- one link of each person is kept: the one that works longest
      delete from auth.password_links l using auth.password_links other
       where other.person_id = l.person_id and (other.expires_at, other.hash) > (l.expires_at, l.hash);
      alter table auth.password_links drop constraint password_links_pkey;
      alter table auth.password_links add primary key (person_id);
      alter table auth.password_links drop column owner_key;
      create or replace function auth.issue_password_link(
        p_person_id bigint, p_hash bytea, p_portal_id int, p_expires_at timestamptz)
      returns void language sql security definer set search_path = pg_catalog as $$
        insert into auth.password_links (person_id, hash, portal_id, expires_at)
        values (p_person_id, p_hash, p_portal_id, p_expires_at)
        on conflict (person_id) do update
          set hash = excluded.hash, portal_id = excluded.portal_id, expires_at = excluded.expires_at, used_at = null
      $$;
      grant insert on identity.mails to lp_auth, lp_api, lp_worker;
      drop function identity.enqueue_mail;
      drop index identity.mails_address;
    `);
  }
}
