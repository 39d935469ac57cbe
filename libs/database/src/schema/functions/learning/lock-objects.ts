import { dbFunction } from '../../db-function.js';

/** Locks objects before a transaction reads their previous state and changes them. */
export const lockObjects = dbFunction(
  'learning.lock_objects',
  { execute: { public: 'runs with the rights of its caller' } },
  /* sql */ `
  create or replace function learning.lock_objects(ids int[])
  returns void
  language plpgsql set enable_seqscan = off as $$
  begin
    perform 1 from learning.learning_objects where id = any(ids) order by id for key share;
    perform pg_advisory_xact_lock(7503, portal_id)
      from (with recursive below(id) as (
              select unnest(ids)
              union
              select i.child_id from below b join learning.learning_object_items i on i.parent_id = b.id)
            select distinct o.portal_id from below b join learning.learning_objects o on o.id = b.id
             order by 1) owner;
  end $$`,
);
