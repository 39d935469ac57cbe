import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What is still to be relayed, apart from the events themselves: marking an event as done in its own row wrote the
 * whole row, its body included, once more.
 */
export class OutboxTodo20261122210100 implements MigrationInterface {
  name = 'OutboxTodo20261122210100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      drop index learning.outbox_todo;
      create table learning.outbox_todo (
        shard smallint not null,
        id bigint not null,
        created_on date not null,
        portal_id int not null,
        type text not null,
        object_type text not null,
        object_id bigint not null,
        fired_at timestamptz not null,
        wide boolean not null,
        wide_cursor int not null default 0,         -- of a wide event: the last portal that has got it
        primary key (shard, id)
      ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
      create index outbox_todo_wide on learning.outbox_todo (shard, id) where wide;
      grant insert on learning.outbox_todo to lp_auth, lp_api;
      grant select, insert, update, delete on learning.outbox_todo to lp_worker;

      create function learning.note_outbox_todo() returns trigger language plpgsql as $$
      begin
        insert into learning.outbox_todo (shard, id, created_on, portal_id, type, object_type, object_id, fired_at, wide)
        select shard, id, created_on, portal_id, type, object_type, object_id, fired_at, wide from inserted;
        return null;
      end $$;
      create trigger outbox_todo after insert on learning.outbox
        referencing new table as inserted for each statement execute function learning.note_outbox_todo();

      insert into learning.outbox_todo
      select shard, id, created_on, portal_id, type, object_type, object_id, fired_at, wide, wide_cursor
        from learning.outbox where done_at is null;
      drop index learning.outbox_wide;
      alter table learning.outbox drop column done_at, drop column wide_cursor;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      drop trigger outbox_todo on learning.outbox;
      drop function learning.note_outbox_todo();
      alter table learning.outbox add column wide_cursor int not null default 0, add column done_at timestamptz;
      update learning.outbox o set done_at = now()
       where not exists (select 1 from learning.outbox_todo t where t.shard = o.shard and t.id = o.id);
      update learning.outbox o set wide_cursor = t.wide_cursor
        from learning.outbox_todo t where t.shard = o.shard and t.id = o.id and t.wide;
      drop table learning.outbox_todo;
      create index outbox_todo on learning.outbox (shard, id) where done_at is null;
      create index outbox_wide on learning.outbox (shard, id) where done_at is null and wide;
    `);
  }
}
