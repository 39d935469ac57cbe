import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What only the transaction that makes a portal or an account may do is decided by who made the row, not by who wrote it
 * last, as xmin says: whoever changes a row gives it their own. No role of the servers may write either column. The
 * time stands beside the number, since numbers come again where a dump was restored.
 */
export class MadeNow20261124150106 implements MigrationInterface {
  name = 'MadeNow20261124150106';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(columns);
    await runner.query(assertion);
    await runner.query(functions);
  }

  /** The functions of before would bring the fault back; servers of either version work with these and their column. */
  async down(): Promise<void> {}
}

/** The default is evaluated once for the rows there are, and rewrites nothing. */
const columns = /* sql */ `
  alter table identity.portals add column if not exists made_xid xid8 not null default pg_current_xact_id();
  alter table identity.accounts add column if not exists made_xid xid8 not null default pg_current_xact_id();
`;

const assertion = /* sql */ `
  create or replace function auth.assert_made_now() returns trigger language plpgsql set search_path = pg_catalog as $$
  begin
    if session_user <> 'lp_api' then return new; end if;
    -- passwords: the API sets none, not even of people whom it makes
    if tg_table_name <> 'passwords' and exists (
         select 1 from identity.portals
          where id = new.portal_id and made_xid = pg_current_xact_id() and created_time = now()) then
      return new;
    end if;
    raise exception 'only in the transaction that makes what it is for' using errcode = 'insufficient_privilege';
  end $$;
`;

const functions = /* sql */ `
  create or replace function auth.hold_password(p_portal_id int, p_account_id int, p_hash text)
  returns void language sql security definer set search_path = pg_catalog as $$
    insert into auth.held_passwords (portal_id, account_id, hash)
    select a.portal_id, a.id, p_hash
      from identity.accounts a join identity.persons h on h.id = a.person_id
     where a.portal_id = p_portal_id and a.id = p_account_id and a.closed_time is null and h.proven_time is null
       and (session_user <> 'lp_api' or a.made_xid = pg_current_xact_id() and a.created_time = now()) -- with the account alone
    on conflict (portal_id, account_id) do nothing
  $$;

  create or replace function identity.accept_by_token(p_portal_id int, p_account_id int, p_family_id text)
  returns boolean language plpgsql security definer set search_path = pg_catalog as $$
  begin
    update identity.accounts a set accepted_at = clock_timestamp(), lapses_at = null
     where a.portal_id = p_portal_id and a.id = p_account_id and a.accepted_at is null and a.closed_time is null
       and a.made_xid = pg_current_xact_id() and a.created_time = now() -- with the account alone
       and exists (select 1 from auth.grant_families f
                     join identity.accounts o on o.portal_id = f.portal_id and o.id = f.account_id
                    where f.id = p_family_id and f.by_own_login and f.ended_at is null
                      and o.status and o.closed_time is null and o.person_id = a.person_id);
    return found;
  end $$;
`;
