import { dbFunction } from '../../db-function.js';

/** Records a request to merge two people who are both freshly signed in; the caller sends the mail. */
export const requestMerge = dbFunction(
  'auth.request_merge',
  { execute: { auth: 'a person who has signed in to both requests their merge, which changes neither' } },
  /* sql */ `
  create or replace function auth.request_merge(
    p_session_id text, p_person_id bigint, p_other_id bigint, p_now timestamptz, p_fresh_since timestamptz,
    p_expires_at timestamptz)
  returns jsonb language plpgsql security definer set search_path = pg_catalog as $$
  declare v_login auth.merge_logins; v_other identity.persons; v_obstacle jsonb;
  begin
    perform 1 from identity.persons where id in (p_person_id, p_other_id) order by id for update;
    perform 1 from auth.sessions where id = p_session_id and person_id = p_person_id and by_password for key share;
    if not found then return '{"outcome": "sign in"}'; end if;
    select * into v_login from auth.merge_logins
     where session_id = p_session_id and person_id = p_other_id and signed_in_at > p_fresh_since;
    if not found then return '{"outcome": "sign in"}'; end if;
    select * into v_other from identity.persons
     where id = p_other_id and id <> p_person_id and verified_time is not null;
    if not found or not auth.is_same_login(p_other_id, v_login.password_mark, v_login.by_factor) then
      return '{"outcome": "sign in"}';
    end if;
    v_obstacle := auth.merge_obstacle(p_person_id, p_other_id, p_now);
    if v_obstacle is not null then return v_obstacle; end if;
    delete from auth.merge_requests where session_id = p_session_id or person_id = p_other_id;
    insert into auth.merge_requests (person_id, session_id, password_mark, by_factor, expires_at)
    values (p_other_id, p_session_id, v_login.password_mark, v_login.by_factor, p_expires_at);
    return jsonb_build_object('outcome', 'asked', 'personId', v_other.id, 'email', v_other.email,
                              'locale', v_other.locale);
  end $$`,
);
