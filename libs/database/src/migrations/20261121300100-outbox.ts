import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events, written in the transaction of the change they tell of, and kept as long as their deliveries. */
export class Outbox20261121300100 implements MigrationInterface {
  name = 'Outbox20261121300100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      create sequence learning.outbox_id;
      create table learning.outbox (
        created_on date not null default (now() at time zone 'utc')::date,
        id bigint not null default nextval('learning.outbox_id'),
        event_id uuid not null default gen_random_uuid(),
        shard smallint not null,                    -- of the object: one relay at a time reads a shard, in order
        portal_id int not null,
        type text not null,
        object_type text not null,
        object_id bigint not null,
        data text not null,                         -- exactly what JSON.stringify gave; jsonb would reorder it
        fired_at timestamptz not null default now(),
        wide boolean not null default false,        -- heard by other portals than portal_id
        audience int[],                             -- of a wide event: these portals; null: all that see the object
        wide_cursor int not null default 0,         -- of a wide event: the last portal that has got it
        done_at timestamptz,
        primary key (created_on, id)
      ) partition by range (created_on);
      create index outbox_todo on learning.outbox (shard, id) where done_at is null;
      create index outbox_wide on learning.outbox (shard, id) where done_at is null and wide;
      create index outbox_object on learning.outbox (object_type, object_id, id);
      create table learning.outbox_default partition of learning.outbox default;
      select maintenance.ensure_day_partitions('learning.outbox', (now() at time zone 'utc')::date - 1, 9);

      grant usage on sequence learning.outbox_id to lp_auth, lp_api, lp_worker;
      grant insert on learning.outbox to lp_auth, lp_api;
      grant select on learning.outbox to lp_api;
      grant select, insert, update, delete on learning.outbox to lp_worker;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table learning.outbox; drop sequence learning.outbox_id');
  }
}
