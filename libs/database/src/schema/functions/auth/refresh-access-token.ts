import { dbFunction } from '../../db-function.js';
import { lockRights, resultColumns } from './issuing.js';
import { mayHaveToken, needsSecondFactor, subjectColumns, tokenSubject } from './token-subject.js';

/**
 * Consumes a refresh token, extends its family, adds the next refresh token and issues an access token. Returns no row
 * when a right is missing; then nothing has changed. Every use of a token and every end of a family first locks the row
 * of the family, so concurrent calls wait for each other, and one of them succeeds.
 * p_replaced_hash repeats an exchange whose answer may have been lost; otherwise it is null. It is the hash of the
 * token's successor, which must be unused and is replaced. The successor gets the token's time of use, so presenting it
 * later is a replay.
 * p_client_version is the version that the row of a cached client must still have; otherwise null. With a cached client
 * no family of OpenID Connect is refreshed, because its ID token takes a transaction.
 * Plans do not depend on the values, and use indexes even if the partition of a day was empty when they were made.
 */
export const refreshAccessToken = dbFunction(
  'auth.refresh_access_token',
  { execute: { auth: 'issues tokens in exchange for refresh tokens' } },
  /* sql */ `
  create or replace function auth.refresh_access_token(
    p_client_id text, p_client_version text, p_day date, p_hash bytea, p_jti text, p_next_hash bytea,
    p_now timestamptz, p_new_day date, p_expires_at timestamptz, p_family_until timestamptz, p_replaced_hash bytea)
  returns table (seq bigint, family_id text, scopes text[], client_scopes text[], ${resultColumns})
  language plpgsql set search_path = pg_catalog set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
  #variable_conflict use_column
  declare
    v_family_id text; v_portal_id int; v_account_id int; v_scopes text[]; v_factor_time timestamptz;
    v_used_at timestamptz; v_replaced_day date;
  begin
    select t.family_id, t.portal_id, t.account_id into v_family_id, v_portal_id, v_account_id
      from auth.refresh_tokens t
      join auth.grant_families f on f.id = t.family_id
      join auth.clients c on c.client_id = t.client_id
     where t.day = p_day and t.hash = p_hash and t.client_id = p_client_id and t.expires_at > p_now
       and (t.used_at is null or t.next_hash = p_replaced_hash)
       and (p_client_version is null or c.xmin::text = p_client_version and f.openid_scopes = '{}');
    if not found then return; end if;
    ${lockRights('v_portal_id', 'p_client_id', 'v_account_id')}
    select f.scopes, f.factor_time into v_scopes, v_factor_time
      from auth.grant_families f where f.id = v_family_id and f.ended_at is null for no key update;
    if not found then return; end if;
    if p_replaced_hash is not null then
      select t.used_at, t.next_day into v_used_at, v_replaced_day
        from auth.refresh_tokens t
       where t.day = p_day and t.hash = p_hash and t.next_hash = p_replaced_hash;
      -- not a join: it would read every partition between the two days
      perform from auth.refresh_tokens s
        where s.day = v_replaced_day and s.hash = p_replaced_hash and s.used_at is null;
      if not found then return; end if;
    end if;

    return query
    with allowed as materialized (
      select c.scopes as client_scopes, ${subjectColumns}
        from auth.clients c
        ${tokenSubject('v_portal_id', 'v_account_id')}
        left join auth.second_factors s on s.person_id = a.person_id
       where c.client_id = p_client_id and ${mayHaveToken('v_account_id')}
         and (${needsSecondFactor} is not true or v_factor_time >= s.confirmed_at)
    ), used as (
      update auth.refresh_tokens t
         set used_at = coalesce(v_used_at, clock_timestamp()), next_day = p_new_day, next_hash = p_next_hash,
             repeated_at = case when v_used_at is not null then clock_timestamp() end
        from allowed
       where t.day = p_day and t.hash = p_hash and t.used_at is not distinct from v_used_at
      returning t.hash
    ), issued as materialized (
      select nextval('auth.token_seq') as seq, v_family_id as family_id, v_scopes as scopes, allowed.* from allowed, used
    ), extended as (
      update auth.grant_families f set last_used_time = p_now, expires_at = p_family_until
        from issued i where f.id = i.family_id
    ), stored as (
      insert into auth.access_tokens (day, jti, sid, client_id, account_id, portal_id, seq, expires_at)
      select p_new_day, p_jti, i.family_id, p_client_id, i.account_id, i.portal_id, i.seq, p_expires_at from issued i
    ), followed as (
      insert into auth.refresh_tokens (day, hash, family_id, client_id, account_id, portal_id, expires_at)
      select p_new_day, p_next_hash, i.family_id, p_client_id, i.account_id, i.portal_id, p_family_until from issued i
    )
    select * from issued;

    if found and v_used_at is not null then
      update auth.refresh_tokens s set used_at = v_used_at where s.day = v_replaced_day and s.hash = p_replaced_hash;
    end if;
  end $$`,
);
