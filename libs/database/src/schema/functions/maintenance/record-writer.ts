import { dbFunction } from '../../db-function.js';

/**
 * Keeps cursors correct when commits are out of order: writers lock the second of their timestamp with a shared lock
 * until they end. Example: A stamps 12:00:01, B stamps 12:00:02 and commits first; pages stop before 12:00:01 until A
 * commits.
 */
export const recordWriter = dbFunction(
  'maintenance.record_writer',
  { execute: { public: 'a trigger; runs with the rights of the writer' } },
  /* sql */ `
  create or replace function maintenance.record_writer() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock_shared(7510, floor(extract(epoch from clock_timestamp()) - 1767225600)::int);
    return null;
  end $$`,
);
