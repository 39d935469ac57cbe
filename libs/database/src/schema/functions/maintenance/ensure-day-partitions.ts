import { dbFunction } from '../../db-function.js';

/**
 * Limits the number of days that the applications may request: thousands of partitions would slow down every statement.
 */
export const ensureDayPartitions = dbFunction(
  'maintenance.ensure_day_partitions',
  { execute: { auth: 'future days', worker: 'future days' } },
  /* sql */ `
  create or replace function maintenance.ensure_day_partitions(parent regclass, first_day date, days int)
  returns int language plpgsql security definer set search_path = pg_catalog as $$
  declare today date := (now() at time zone 'utc')::date;
  begin
    if session_user in ('lp_auth', 'lp_worker')
      and (days > 500 or first_day not between today - 500 and today + 60 or first_day + days > today + 61) then
      raise exception 'partitions are made for the days from 500 ago until 60 to come';
    end if;
    return maintenance.make_day_partitions(parent, first_day, days);
  end $$`,
);
