import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Many tokens in one statement and one commit (ADR 25). A batch waits for nobody: it tries the locks that exclude whoever
 * takes rights away (ADR 8), and leaves out whatever somebody else holds; on a table that is locked it gives up. Whoever
 * is left out gets no row, and nothing was changed for them.
 *
 * plpgsql because each statement sees what was committed before it began: what is read is read after the locks. What a
 * client's row said before is confirmed by its version (xmin). Plans do not depend on the arrays, and go by keys however
 * empty the tables were when they were made. Locks are tried by expressions, without a statement, and arrays are read by
 * subscripts: to unnest all of them together costs a batch a quarter more.
 */
export class TokensTogether20261124050000 implements MigrationInterface {
  name = 'TokensTogether20261124050000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(issuing);
    await runner.query(refreshing);
    await runner.query(/* sql */ `
      revoke all on function auth.issue_access_tokens, auth.refresh_access_tokens from public;
      grant execute on function auth.issue_access_tokens, auth.refresh_access_tokens to lp_auth`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function auth.issue_access_tokens, auth.refresh_access_tokens');
  }
}

const SETTINGS = /* sql */ `
  set search_path = pg_catalog set plan_cache_mode = force_generic_plan set enable_seqscan = off
  set lock_timeout = '100ms'`;

/** Reads what auth.issue_access_token() reads of the subject. */
const subject = (portalId: string, accountId: string) => /* sql */ `
  left join (identity.accounts a
             join identity.portals p on p.id = a.portal_id
             left join identity.persons h on h.id = a.person_id)
    on a.portal_id = ${portalId} and a.id = ${accountId}`;

/** Those who may have a token. */
const isAble = (accountId: string) => /* sql */ `
  (${accountId} is null
   or (a.status and a.closed_time is null and (a.person_id is not null or a.client_id = c.client_id)
       and (a.lapses_at is null or a.lapses_at > now())
       and not exists (select from auth.client_blocks b where b.portal_id = a.portal_id and b.client_id = c.client_id)))`;

/** Takes the locks of these, if nobody is in the way. */
const isFree = (portalId: string, clientId: string, accountId: string) => /* sql */ `
  (${portalId} is null or pg_try_advisory_xact_lock_shared(7511, ${portalId}))
  and pg_try_advisory_xact_lock_shared(7512, hashtext(${clientId}))
  and (${accountId} is null or pg_try_advisory_xact_lock_shared(7513, ${accountId}))`;

const issuing = /* sql */ `
  create function auth.issue_access_tokens(
    p_portal_id int[], p_client_id text[], p_version text[], p_account_id int[], p_jti text[], p_sid text[],
    p_day date, p_expires_at timestamptz)
  returns table (
    n int, seq bigint, client_scopes text[], portal_id int, portal_name text, account_id int, person_id bigint,
    roles text[], email text, first_name text, last_name text)
  language plpgsql ${SETTINGS} as $$
  #variable_conflict use_column
  declare v_free int[];
  begin
    for v_n in 1 .. cardinality(p_client_id) loop
      if ${isFree('p_portal_id[v_n]', 'p_client_id[v_n]', 'p_account_id[v_n]')} then
        v_free := v_free || v_n;
      end if;
    end loop;

    return query
    with drawn as materialized (
      select u.n, nextval('auth.token_seq') as seq, c.scopes, a.portal_id, p.name, a.id as account_id, a.person_id,
             a.roles, coalesce(h.email, a.client_id || '@clients.invalid') as email, a.first_name, a.last_name
        from unnest(v_free) u(n)
        join auth.clients c on c.client_id = p_client_id[u.n] and c.status = 1 and c.xmin::text = p_version[u.n]
        ${subject('p_portal_id[u.n]', 'p_account_id[u.n]')}
       where ${isAble('p_account_id[u.n]')}
    ), stored as (
      insert into auth.access_tokens (day, jti, sid, client_id, account_id, portal_id, seq, expires_at)
      select p_day, p_jti[d.n], p_sid[d.n], p_client_id[d.n], d.account_id, d.portal_id, d.seq, p_expires_at
        from drawn d
    )
    select d.n, d.seq, d.scopes, d.portal_id, d.name, d.account_id, d.person_id, d.roles, d.email, d.first_name,
           d.last_name
      from drawn d;
  end $$;
`;

/**
 * A token is spent once: its row is locked before anything is read, unspent, and written last; every row that is issued
 * for is one that is spent. Only what nothing at all stands against is exchanged here; whoever refuses, records or ends
 * anything is the exchange of one token. That also decides where a second factor is demanded.
 */
const refreshing = /* sql */ `
  create function auth.refresh_access_tokens(
    p_client_id text[], p_version text[], p_day date[], p_hash bytea[], p_jti text[], p_next bytea[],
    p_now timestamptz, p_new_day date, p_expires_at timestamptz, p_families_until timestamptz)
  returns table (
    n int, seq bigint, family_id text, scopes text[], client_scopes text[], portal_id int, portal_name text,
    account_id int, person_id bigint, roles text[], email text, first_name text, last_name text)
  language plpgsql ${SETTINGS} as $$
  #variable_conflict use_column
  declare
    v_days date[] := array(select distinct d from unnest(p_day) d);
    v_day date;
    v_found int[]; v_portals int[]; v_accounts int[]; v_families text[];
    v_held int[] := '{}'; v_held_portals int[] := '{}'; v_held_accounts int[] := '{}'; v_held_families text[] := '{}';
    v_at int; v_asked text[] := '{}'; v_free int[]; v_issued int[] := '{}'; v_spent int; v_all_spent int := 0;
  begin
    -- day by day, so that one partition is opened
    foreach v_day in array v_days loop
      select array_agg(q.n), array_agg(q.portal_id), array_agg(q.account_id), array_agg(q.family_id)
        into v_found, v_portals, v_accounts, v_families
        from (select r.n, t.portal_id, t.account_id, t.family_id
                from generate_subscripts(p_hash, 1) r(n)
                join auth.refresh_tokens t on t.day = v_day and t.hash = p_hash[r.n] and t.client_id = p_client_id[r.n]
                join auth.grant_families f on f.id = t.family_id
               where p_day[r.n] = v_day and t.used_at is null and t.expires_at > p_now and f.ended_at is null
                 for no key update of t, f skip locked) q;
      v_held := v_held || v_found;
      v_held_portals := v_held_portals || v_portals;
      v_held_accounts := v_held_accounts || v_accounts;
      v_held_families := v_held_families || v_families;
    end loop;
    if v_held = '{}' then return; end if;

    -- of a family one: the first that was asked for
    for v_n in 1 .. cardinality(p_client_id) loop
      v_at := array_position(v_held, v_n);
      if v_at is null or v_held_families[v_at] = any(v_asked) then continue; end if;
      v_asked := v_asked || v_held_families[v_at];
      if ${isFree('v_held_portals[v_at]', 'p_client_id[v_n]', 'v_held_accounts[v_at]')} then
        v_free := v_free || v_at;
      end if;
    end loop;

    for n, seq, family_id, scopes, client_scopes, portal_id, portal_name, account_id, person_id, roles, email,
        first_name, last_name in
      with drawn as materialized (
        select v_held[u.at] as n, nextval('auth.token_seq') as seq, f.id as family_id, f.scopes,
               c.scopes as client_scopes, a.portal_id, p.name, a.id as account_id, a.person_id, a.roles,
               coalesce(h.email, a.client_id || '@clients.invalid') as email, a.first_name, a.last_name, c.client_id
          from unnest(v_free) u(at)
          join auth.clients c
            on c.client_id = p_client_id[v_held[u.at]] and c.status = 1 and c.xmin::text = p_version[v_held[u.at]]
          join auth.grant_families f on f.id = v_held_families[u.at]
          ${subject('v_held_portals[u.at]', 'v_held_accounts[u.at]')}
         where ${isAble('v_held_accounts[u.at]')}
           and ('Administrator' = any(a.roles) and p.configuration -> 'require_second_factor' = 'true'::jsonb) is not true
      ), extended as (
        update auth.grant_families f set last_used_time = p_now, expires_at = p_families_until
          from drawn d where f.id = d.family_id
      ), stored as (
        insert into auth.access_tokens (day, jti, sid, client_id, account_id, portal_id, seq, expires_at)
        select p_new_day, p_jti[d.n], d.family_id, d.client_id, d.account_id, d.portal_id, d.seq, p_expires_at
          from drawn d
      ), followed as (
        insert into auth.refresh_tokens (day, hash, family_id, client_id, account_id, portal_id, expires_at)
        select p_new_day, p_next[d.n], d.family_id, d.client_id, d.account_id, d.portal_id, p_families_until
          from drawn d
      )
      select d.n, d.seq, d.family_id, d.scopes, d.client_scopes, d.portal_id, d.name, d.account_id, d.person_id,
             d.roles, d.email, d.first_name, d.last_name
        from drawn d
    loop
      v_issued := v_issued || n;
      return next;
    end loop;

    foreach v_day in array v_days loop
      update auth.refresh_tokens t set used_at = clock_timestamp()
        from unnest(v_issued) i(n)
       where t.day = v_day and p_day[i.n] = v_day and t.hash = p_hash[i.n] and t.used_at is null;
      get diagnostics v_spent = row_count;
      v_all_spent := v_all_spent + v_spent;
    end loop;
    if v_all_spent <> cardinality(v_issued) then raise exception 'a refresh token was not spent'; end if;
  end $$;
`;
