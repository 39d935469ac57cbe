import { dbFunction } from '../../db-function.js';

export const noteOutboxTodo = dbFunction(
  'learning.note_outbox_todo',
  { execute: { everybody: 'a trigger; runs with the rights of who writes' } },
  /* sql */ `
  create or replace function learning.note_outbox_todo() returns trigger language plpgsql as $$
  begin
    insert into learning.outbox_todo (shard, id, created_on, portal_id, type, object_type, object_id, fired_at, wide)
    select shard, id, created_on, portal_id, type, object_type, object_id, fired_at, wide from inserted;
    return null;
  end $$`,
);
