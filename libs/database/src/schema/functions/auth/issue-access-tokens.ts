import { dbFunction } from '../../db-function.js';
import { BATCH_SETTINGS, resultColumns, lockSql } from './issuing.js';
import { mayHaveToken, subjectColumns, tokenSubject } from './token-subject.js';

/** Arrays are read by subscripts: to unnest all of them together costs a batch a quarter more. */
export const issueAccessTokens = dbFunction(
  'auth.issue_access_tokens',
  { execute: { auth: 'the same, for many at once' } },
  /* sql */ `
  create or replace function auth.issue_access_tokens(
    p_portal_id int[], p_client_id text[], p_version text[], p_account_id int[], p_jti text[], p_sid text[],
    p_day date, p_expires_at timestamptz)
  returns table (n int, seq bigint, client_scopes text[], ${resultColumns})
  language plpgsql ${BATCH_SETTINGS} as $$
  #variable_conflict use_column
  declare v_free int[];
  begin
    for v_n in 1 .. cardinality(p_client_id) loop
      if ${lockSql('p_portal_id[v_n]', 'p_client_id[v_n]', 'p_account_id[v_n]')} then
        v_free := v_free || v_n;
      end if;
    end loop;

    return query
    with issued as materialized (
      select u.n, nextval('auth.token_seq') as seq, c.scopes as client_scopes, ${subjectColumns}
        from unnest(v_free) u(n)
        join auth.clients c on c.client_id = p_client_id[u.n] and c.xmin::text = p_version[u.n]
        ${tokenSubject('p_portal_id[u.n]', 'p_account_id[u.n]')}
       where ${mayHaveToken('p_account_id[u.n]')}
    ), stored as (
      insert into auth.access_tokens (day, jti, sid, client_id, account_id, portal_id, seq, expires_at)
      select p_day, p_jti[i.n], p_sid[i.n], p_client_id[i.n], i.account_id, i.portal_id, i.seq, p_expires_at
        from issued i
    )
    select i.* from issued i;
  end $$`,
);
