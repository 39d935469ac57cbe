import { dbFunction } from '../../db-function.js';

/**
 * Lists by cursor go by the time of the change, and nothing may come in later before what has been shown. Two
 * transactions may write their rows in one order and commit in the other. So each notes, before it takes the time
 * of a row, the second in which it does, as a shared lock that ends with it. A row that is older than every such second,
 * and than the moment before they were read, is complete.
 */
export const recordWriter = dbFunction(
  'maintenance.record_writer',
  { execute: { everybody: 'a trigger; runs with the rights of who writes' } },
  /* sql */ `
  create or replace function maintenance.record_writer() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock_shared(7510, floor(extract(epoch from clock_timestamp()) - 1767225600)::int);
    return null;
  end $$`,
);
