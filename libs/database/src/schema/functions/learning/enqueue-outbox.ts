import { dbFunction } from '../../db-function.js';

export const enqueueOutbox = dbFunction(
  'learning.enqueue_outbox',
  { execute: { public: 'a trigger; runs with the rights of the writer' } },
  /* sql */ `
  create or replace function learning.enqueue_outbox() returns trigger language plpgsql as $$
  begin
    insert into learning.outbox_pending (shard, id, created_on, portal_id, type, object_type, object_id, fired_at, wide)
    select shard, id, created_on, portal_id, type, object_type, object_id, fired_at, wide from inserted;
    return null;
  end $$`,
);
