import { dbFunction } from '../../db-function.js';

/** Atomic: of any number of concurrent callers only as many succeed as the limit allows; the others count nothing. */
export const countTowards = dbFunction(
  'maintenance.count_towards',
  { execute: { api: 'limits are enforced', auth: 'limits are enforced' } },
  /* sql */ `
  create or replace function maintenance.count_towards(
    p_limit text, p_owner text, p_every interval, p_most bigint, p_more bigint)
  returns boolean language plpgsql security definer set search_path = pg_catalog as $$
  declare v_start timestamptz := date_bin(p_every, clock_timestamp(), 'epoch');
  begin
    if p_more > p_most then return false; end if;
    insert into maintenance.limit_counts as c (limit_name, owner, window_start, count, expires_at)
    values (p_limit, p_owner, v_start, p_more, v_start + p_every)
    on conflict (limit_name, owner, window_start) do update set count = c.count + excluded.count
     where c.count + excluded.count <= p_most;
    return found;
  end $$`,
);
