import { dbFunction } from '../../db-function.js';

/**
 * The obstacle to merging two people; null: none. While a change of an address can be undone, people cannot be merged:
 * a thief could merge away the account that the link restores.
 */
export const mergeObstacle = dbFunction(
  'auth.merge_obstacle',
  {},
  /* sql */ `
  create or replace function auth.merge_obstacle(p_person_id bigint, p_other_id bigint, p_now timestamptz)
  returns jsonb language plpgsql stable set search_path = pg_catalog as $$
  declare v_portals jsonb;
  begin
    if exists (select 1 from auth.former_addresses
                where person_id in (p_person_id, p_other_id) and expires_at > p_now) then
      return '{"outcome": "recent"}';
    end if;
    select jsonb_agg(coalesce(d.name, p.title) order by coalesce(d.name, p.title)) into v_portals
      from identity.accounts a
      join identity.accounts b on b.portal_id = a.portal_id and b.person_id = p_person_id and b.closed_time is null
      join identity.portals p on p.id = a.portal_id
      left join identity.portal_brands d on d.portal_id = p.id
     where a.person_id = p_other_id and a.closed_time is null;
    if v_portals is null then return null; end if;
    return jsonb_build_object('outcome', 'both', 'portals', v_portals);
  end $$`,
);
