import { dbFunction } from '../../db-function.js';

export const mergePersons = dbFunction(
  'auth.merge_persons',
  {
    execute: {
      auth: 'a link mailed to the person who will be removed merges two people to whom one browser has signed in',
    },
  },
  /* sql */ `
  create or replace function auth.merge_persons(
    p_hash bytea, p_session_id text, p_person_id bigint, p_now timestamptz, p_until timestamptz)
  returns jsonb language plpgsql security definer set search_path = pg_catalog as $$
  declare
    v_request auth.merge_requests; v_other identity.persons; v_left bigint; v_moved int[]; v_obstacle jsonb;
  begin
    select * into v_request from auth.merge_requests where hash = p_hash and session_id = p_session_id;
    if not found then return '{"outcome": "dead"}'; end if;
    perform 1 from identity.persons where id in (p_person_id, v_request.person_id) order by id for update;
    delete from auth.merge_requests
     where hash = p_hash and session_id = p_session_id and person_id = v_request.person_id and expires_at > p_now
    returning * into v_request;
    if not found then return '{"outcome": "dead"}'; end if;
    perform 1 from auth.sessions where id = p_session_id and person_id = p_person_id and by_password for key share;
    if not found then return '{"outcome": "dead"}'; end if;
    select * into v_other from identity.persons
     where id = v_request.person_id and id <> p_person_id and verified_time is not null;
    if not found or not auth.is_same_login(v_other.id, v_request.password_mark, v_request.by_factor) then
      return '{"outcome": "dead"}';
    end if;
    v_obstacle := auth.merge_obstacle(p_person_id, v_other.id, p_now);
    if v_obstacle is not null then return v_obstacle; end if;

    v_left := auth.leave_offers(v_other.id);
    v_moved := auth.move_accounts(v_other.id, p_person_id, p_until);
    delete from identity.persons where id = v_other.id;
    perform auth.settle_left(v_left, v_other.email);
    return jsonb_build_object('outcome', 'done', 'personId', v_other.id, 'email', v_other.email,
                              'locale', v_other.locale, 'moved', to_jsonb(v_moved));
  end $$`,
);
