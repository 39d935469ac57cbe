import { dbFunction } from '../../db-function.js';
import { BATCH_SETTINGS, resultColumns, lockSql } from './issuing.js';
import { mayHaveToken, needsSecondFactor, subjectColumns, tokenSubject } from './token-subject.js';

/**
 * A token is spent once: its row is locked before anything is read, unspent, and written last. Every row that is issued
 * for is one that is spent. An exchange that is refused, recorded or ends a family goes on alone. So does one that
 * needs a second factor, or gives an ID token.
 */
export const refreshAccessTokens = dbFunction(
  'auth.refresh_access_tokens',
  { execute: { auth: 'refresh tokens are spent and followed, many at once' } },
  /* sql */ `
  create or replace function auth.refresh_access_tokens(
    p_client_id text[], p_version text[], p_day date[], p_hash bytea[], p_jti text[], p_next bytea[],
    p_now timestamptz, p_new_day date, p_expires_at timestamptz, p_families_until timestamptz)
  returns table (n int, seq bigint, family_id text, scopes text[], client_scopes text[], ${resultColumns})
  language plpgsql ${BATCH_SETTINGS} as $$
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
                 and f.openid_scopes = '{}'
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
      if ${lockSql('v_held_portals[v_at]', 'p_client_id[v_n]', 'v_held_accounts[v_at]')} then
        v_free := v_free || v_at;
      end if;
    end loop;

    for n, seq, family_id, scopes, client_scopes, portal_id, portal_name, account_id, person_id, roles, email,
        first_name, last_name in
      with issued as materialized (
        select v_held[u.at] as n, nextval('auth.token_seq') as seq, f.id as family_id, f.scopes,
               c.scopes as client_scopes, ${subjectColumns}
          from unnest(v_free) u(at)
          join auth.clients c on c.client_id = p_client_id[v_held[u.at]] and c.xmin::text = p_version[v_held[u.at]]
          join auth.grant_families f on f.id = v_held_families[u.at]
          ${tokenSubject('v_held_portals[u.at]', 'v_held_accounts[u.at]')}
         where ${mayHaveToken('v_held_accounts[u.at]')} and ${needsSecondFactor} is not true
      ), extended as (
        update auth.grant_families f set last_used_time = p_now, expires_at = p_families_until
          from issued i where f.id = i.family_id
      ), stored as (
        insert into auth.access_tokens (day, jti, sid, client_id, account_id, portal_id, seq, expires_at)
        select p_new_day, p_jti[i.n], i.family_id, p_client_id[i.n], i.account_id, i.portal_id, i.seq, p_expires_at
          from issued i
      ), followed as (
        insert into auth.refresh_tokens (day, hash, family_id, client_id, account_id, portal_id, expires_at)
        select p_new_day, p_next[i.n], i.family_id, p_client_id[i.n], i.account_id, i.portal_id, p_families_until
          from issued i
      )
      select i.* from issued i
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
  end $$`,
);
