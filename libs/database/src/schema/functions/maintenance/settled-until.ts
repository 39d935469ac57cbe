import { dbFunction } from '../../db-function.js';

/**
 * Call before reading the list itself, in a separate statement. Seconds are counted from 2026, so that they fit a lock
 * key.
 */
export const settledUntil = dbFunction(
  'maintenance.settled_until',
  { execute: { api: 'cursors of lists of changes', public: 'reads no table' } },
  /* sql */ `
  create or replace function maintenance.settled_until() returns timestamptz language plpgsql as $$
  declare
    asked timestamptz := clock_timestamp();
    oldest bigint;
  begin
    select min(objid::bigint) into oldest from pg_locks
     where locktype = 'advisory' and classid = 7510 and objsubid = 2
       and database = (select oid from pg_database where datname = current_database());
    return date_trunc('milliseconds', least(asked, to_timestamp(1767225600 + oldest)));
  end $$`,
);
