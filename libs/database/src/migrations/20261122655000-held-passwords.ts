import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who a person is, only their mailbox or the operator can say: a password that a portal sets for somebody who has
 * proven nothing opens that portal's account alone, until the person proves the address.
 */
export class HeldPasswords20261122655000 implements MigrationInterface {
  name = 'HeldPasswords20261122655000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      alter table identity.persons
        add column proven_time timestamptz,                      -- null: a placeholder, of whom only portals speak
        add column proven_by text check (proven_by in ('mail', 'provider', 'operator')),
        add column proven_portal_id int,                         -- whose mail or provider it was, if any's
        add check ((proven_time is null) = (proven_by is null));

      -- A password that its portal has set: it opens this account alone.
      create table auth.held_passwords (
        portal_id int not null,
        account_id int not null,
        hash text not null,
        changed_at timestamptz not null default now(),
        primary key (portal_id, account_id),
        foreign key (portal_id, account_id) references identity.accounts (portal_id, id)
      );
      grant select, update (changed_at) on auth.held_passwords to lp_auth; -- a lock takes the right to update

      -- Of a person who has proven the address nothing is stored, without anybody being told.
      create function auth.hold_password(p_portal_id int, p_account_id int, p_hash text)
      returns void language sql security definer set search_path = pg_catalog as $$
        insert into auth.held_passwords (portal_id, account_id, hash)
        select a.portal_id, a.id, p_hash
          from identity.accounts a join identity.persons h on h.id = a.person_id
         where a.portal_id = p_portal_id and a.id = p_account_id and a.closed_time is null and h.proven_time is null
           and (session_user <> 'lp_api' or a.xmin = pg_current_xact_id()::xid) -- with the account alone
        on conflict (portal_id, account_id) do nothing
      $$;
      -- The first proof of an address ends all that was got before it, when anybody may have spoken for the person:
      -- held passwords, sessions, tokens, families, codes and consents. The accounts in the order of their locks.
      create function auth.prove_person(p_person_id bigint, p_by text, p_portal_id int, p_until timestamptz)
      returns boolean language plpgsql security definer set search_path = pg_catalog as $$
      declare v_account record;
      begin
        update identity.persons set proven_time = clock_timestamp(), proven_by = p_by, proven_portal_id = p_portal_id
         where id = p_person_id and proven_time is null;
        if not found then return false; end if;
        delete from auth.sessions where person_id = p_person_id;
        for v_account in
          select portal_id, id from identity.accounts where person_id = p_person_id order by portal_id, id
        loop
          perform auth.take_away_rights('account', v_account.id::text, true, 'address proven', p_until);
          delete from auth.held_passwords where portal_id = v_account.portal_id and account_id = v_account.id;
          delete from auth.consents where portal_id = v_account.portal_id and account_id = v_account.id;
        end loop;
        return true;
      end $$;

      revoke all on function auth.hold_password, auth.prove_person from public;
      grant execute on function auth.hold_password to lp_api;
      grant execute on function auth.prove_person to lp_auth;
      revoke insert on auth.passwords from lp_api;

      -- Whether a login with the person's own password opened it: only that speaks for the person elsewhere.
      alter table auth.codes add column by_own_login boolean not null default false;
      alter table auth.grant_families add column by_own_login boolean not null default false;
      create function auth.is_of_own_login(p_family_id text)
      returns boolean language sql stable security definer set search_path = pg_catalog as $$
        select exists (select 1 from auth.grant_families where id = p_family_id and by_own_login and ended_at is null)
      $$;
      revoke all on function auth.is_of_own_login from public;
      grant execute on function auth.is_of_own_login to lp_api;
    `);
    await runner.query(issueCode('p_by_own_login boolean, ', 'by_own_login, ', 'p_by_own_login, '));
    await runner.query(oldPasswords);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(issueCode('', '', ''));
    await runner.query(/* sql */ `
      drop function auth.is_of_own_login;
      alter table auth.codes drop column by_own_login;
      alter table auth.grant_families drop column by_own_login;
      insert into auth.passwords (person_id, hash, changed_at)
      select distinct on (a.person_id) a.person_id, p.hash, p.changed_at
        from auth.held_passwords p join identity.accounts a on a.portal_id = p.portal_id and a.id = p.account_id
       where a.person_id is not null
       order by a.person_id, p.changed_at
      on conflict do nothing;
      grant insert on auth.passwords to lp_api;
      drop function auth.hold_password, auth.prove_person;
      drop table auth.held_passwords;
      alter table identity.persons drop column proven_time, drop column proven_by, drop column proven_portal_id;
    `);
  }
}

/** Stores a code; plpgsql, because each of its statements sees what was committed before it began: after the locks. */
const issueCode = (parameter: string, column: string, value: string): string => /* sql */ `
  drop function auth.issue_code;
  create function auth.issue_code(
    p_portal_id int, p_client_id text, p_account_id int, p_day date, p_hash bytea, p_family_id text,
    p_redirect_uri text, p_scopes text[], p_code_challenge text, ${parameter}p_expires_at timestamptz)
  returns boolean language plpgsql set search_path = pg_catalog as $$
  begin
    perform pg_advisory_xact_lock_shared(7511, p_portal_id);
    perform pg_advisory_xact_lock_shared(7512, hashtext(p_client_id));
    perform pg_advisory_xact_lock_shared(7513, p_account_id);
    insert into auth.codes (day, hash, family_id, client_id, account_id, portal_id, redirect_uri, scopes,
                            code_challenge, ${column}expires_at)
    select p_day, p_hash, p_family_id, c.client_id, a.id, a.portal_id, p_redirect_uri, p_scopes,
           p_code_challenge, ${value}p_expires_at
      from auth.clients c, identity.accounts a
     where c.client_id = p_client_id and c.status = 1
       and a.portal_id = p_portal_id and a.id = p_account_id and a.status and a.closed_time is null;
    return found;
  end $$;
  revoke all on function auth.issue_code from public;
  grant execute on function auth.issue_code to lp_auth;
`;

/** Who has used a mailed link is proven; the password of anybody else opens their oldest account alone. */
const oldPasswords = /* sql */ `
  with used as (
    select person_id, min(time) as time from (
      select l.person_id, l.used_at as time from auth.password_links l where l.used_at is not null
      union all
      select g.person_id, g.time from auth.audit_log g
       where g.event = 'password.changed' and g.person_id is not null) links
     group by person_id)
  update identity.persons h set proven_time = used.time, proven_by = 'mail' from used where used.person_id = h.id;

  insert into auth.held_passwords (portal_id, account_id, hash, changed_at)
  select distinct on (w.person_id) a.portal_id, a.id, w.hash, w.changed_at
    from auth.passwords w
    join identity.persons h on h.id = w.person_id and h.proven_time is null
    join identity.accounts a on a.person_id = w.person_id and a.closed_time is null
   order by w.person_id, a.created_time, a.id;

  delete from auth.passwords w using identity.persons h where h.id = w.person_id and h.proven_time is null;
`;
