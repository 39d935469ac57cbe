import { dbFunction } from '../../db-function.js';
import { lockRights, resultColumns } from './issuing.js';
import { isActiveClient, mayHaveToken, subjectColumns, tokenSubject } from './token-subject.js';

/**
 * Locks first, then reads: each statement of a plpgsql function sees what was committed before that statement began
 * (ADR 8). A token of an application for itself reads no table of people, which another transaction may have locked.
 */
export const issueAccessToken = dbFunction(
  'auth.issue_access_token',
  { execute: { auth: 'issues under the locks that revoking rights takes' } },
  /* sql */ `
  create or replace function auth.issue_access_token(
    p_portal_id int, p_client_id text, p_account_id int, p_day date, p_jti text, p_sid text,
    p_expires_at timestamptz)
  returns table (seq bigint, client_scopes text[], ${resultColumns})
  language plpgsql set search_path = pg_catalog as $$
  #variable_conflict use_column
  begin
    ${lockRights('p_portal_id', 'p_client_id', 'p_account_id')}

    if p_account_id is null then
      return query
        select nextval('auth.token_seq'), c.scopes, null::int, null::text, null::int, null::bigint, null::text[],
               null::text, null::text, null::text
          from auth.clients c where c.client_id = p_client_id and ${isActiveClient};
    else
      return query
        select nextval('auth.token_seq'), c.scopes, ${subjectColumns}
          from auth.clients c
          ${tokenSubject('p_portal_id', 'p_account_id')}
         where c.client_id = p_client_id and ${mayHaveToken('p_account_id')};
    end if;
    if not found then return; end if;

    insert into auth.access_tokens (day, jti, sid, client_id, account_id, portal_id, seq, expires_at)
    values (p_day, p_jti, p_sid, p_client_id, p_account_id, p_portal_id, currval('auth.token_seq'), p_expires_at);
  end $$`,
);
