import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An account in a further portal is an offer, until the person has accepted it. */
export class Acceptance20261122660000 implements MigrationInterface {
  name = 'Acceptance20261122660000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      alter table identity.accounts
        add column accepted_at timestamptz,                      -- null: held or offered, see identity.persons.proven_time
        add column is_first_administrator boolean not null default false, -- for whom the portal was made
        add column lapses_at timestamptz,                        -- an invitation by address alone, until it is accepted
        add column declined_at timestamptz,
        add column offered_by int,                               -- account in this portal whose request made this one
        add column offered_through text,                         -- the client that sent it
        add constraint accounts_accepted_by_people check (accepted_at is null or (person_id is not null and lapses_at is null)),
        add constraint accounts_declined_are_closed check (declined_at is null or closed_time is not null);
      create index accounts_lapsing on identity.accounts (lapses_at) where lapses_at is not null and closed_time is null;
      create index accounts_declined on identity.accounts (person_id, portal_id) where declined_at is not null;
    `);
    await runner.query(accountsOfBefore);
    await runner.query(issueAccessToken(`and (a.lapses_at is null or a.lapses_at > now())`));
    await runner.query(
      issueCode(`
       and (a.lapses_at is null or a.lapses_at > now()) and (a.accepted_at is not null or not p_by_own_login)`),
    );
    await runner.query(/* sql */ `
      -- A person whose own login opened the grant family says yes to the account that is made for them.
      create function identity.accept_by_token(p_portal_id int, p_account_id int, p_family_id text)
      returns boolean language plpgsql security definer set search_path = pg_catalog as $$
      begin
        update identity.accounts a set accepted_at = clock_timestamp(), lapses_at = null
         where a.portal_id = p_portal_id and a.id = p_account_id and a.accepted_at is null and a.closed_time is null
           and a.xmin = pg_current_xact_id()::xid              -- with the account alone
           and exists (select 1 from auth.grant_families f
                         join identity.accounts o on o.portal_id = f.portal_id and o.id = f.account_id
                        where f.id = p_family_id and f.by_own_login and f.ended_at is null
                          and o.status and o.closed_time is null and o.person_id = a.person_id);
        return found;
      end $$;
      revoke all on function identity.accept_by_token from public;
      grant execute on function identity.accept_by_token to lp_api;

      grant insert (is_first_administrator, lapses_at, offered_by, offered_through) on identity.accounts to lp_api, lp_auth;
      grant update (accepted_at, lapses_at, declined_at, last_name, updated_xid) on identity.accounts to lp_auth;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(issueCode(''));
    await runner.query(issueAccessToken(''));
    await runner.query(/* sql */ `
      revoke update (last_name, updated_xid) on identity.accounts from lp_auth;
      drop function identity.accept_by_token;
      alter table identity.accounts drop column accepted_at, drop column is_first_administrator, drop column lapses_at,
        drop column declined_at, drop column offered_by, drop column offered_through;
    `);
  }
}

/** Who has proven the address uses the accounts of before; for whom each portal was made, its oldest administrator says. */
const accountsOfBefore = /* sql */ `
  alter table identity.accounts disable trigger accounts_counted_update; -- nothing that is counted changes
  update identity.accounts a set accepted_at = now()
    from identity.persons h where h.id = a.person_id and h.proven_time is not null;
  update identity.accounts a set is_first_administrator = true
    from (select distinct on (portal_id) portal_id, id from identity.accounts
           where person_id is not null and closed_time is null and 'Administrator' = any(roles)
           order by portal_id, created_time, id) f
   where a.portal_id = f.portal_id and a.id = f.id;
  alter table identity.accounts enable trigger accounts_counted_update;
`;

/** @param whose what an account must be, besides open. */
const issueAccessToken = (whose: string) => /* sql */ `
  create or replace function auth.issue_access_token(
    p_portal_id int, p_client_id text, p_account_id int, p_day date, p_jti text, p_sid text, p_expires_at timestamptz)
  returns table (
    seq bigint, client_scopes text[], portal_id int, portal_name text, account_id int, person_id bigint,
    roles text[], email text, first_name text, last_name text)
  language plpgsql set search_path = pg_catalog as $$
  #variable_conflict use_column
  declare v_client auth.clients; v_seq bigint;
  begin
    if p_portal_id is not null then perform pg_advisory_xact_lock_shared(7511, p_portal_id); end if;
    perform pg_advisory_xact_lock_shared(7512, hashtext(p_client_id));
    if p_account_id is not null then perform pg_advisory_xact_lock_shared(7513, p_account_id); end if;

    select * into v_client from auth.clients where client_id = p_client_id and status = 1;
    if not found then return; end if;

    if p_account_id is null then
      v_seq := nextval('auth.token_seq');
      return query select v_seq, v_client.scopes, null::int, null::text, null::int, null::bigint,
                          null::text[], null::text, null::text, null::text;
    else
      return query
        select nextval('auth.token_seq'), v_client.scopes, p.id, p.name, a.id, a.person_id, a.roles,
               coalesce(h.email, a.client_id || '@clients.invalid'), a.first_name, a.last_name
          from identity.accounts a
          join identity.portals p on p.id = a.portal_id
          left join identity.persons h on h.id = a.person_id
         where a.portal_id = p_portal_id and a.id = p_account_id and a.status and a.closed_time is null
           and (a.person_id is not null or a.client_id = p_client_id) ${whose};
      if not found then return; end if;
      v_seq := currval('auth.token_seq');
    end if;

    insert into auth.access_tokens (day, jti, sid, client_id, account_id, portal_id, seq, expires_at)
    values (p_day, p_jti, p_sid, p_client_id, p_account_id, p_portal_id, v_seq, p_expires_at);
  end $$;
`;

/** @param whose what an account must be, besides open: what somebody's own login opens, they have accepted. */
const issueCode = (whose: string) => /* sql */ `
  create or replace function auth.issue_code(
    p_portal_id int, p_client_id text, p_account_id int, p_day date, p_hash bytea, p_family_id text,
    p_redirect_uri text, p_scopes text[], p_code_challenge text, p_by_own_login boolean, p_expires_at timestamptz)
  returns boolean language plpgsql set search_path = pg_catalog as $$
  begin
    perform pg_advisory_xact_lock_shared(7511, p_portal_id);
    perform pg_advisory_xact_lock_shared(7512, hashtext(p_client_id));
    perform pg_advisory_xact_lock_shared(7513, p_account_id);
    insert into auth.codes (day, hash, family_id, client_id, account_id, portal_id, redirect_uri, scopes,
                            code_challenge, by_own_login, expires_at)
    select p_day, p_hash, p_family_id, c.client_id, a.id, a.portal_id, p_redirect_uri, p_scopes,
           p_code_challenge, p_by_own_login, p_expires_at
      from auth.clients c, identity.accounts a
     where c.client_id = p_client_id and c.status = 1
       and a.portal_id = p_portal_id and a.id = p_account_id and a.status and a.closed_time is null ${whose};
    return found;
  end $$;
`;
