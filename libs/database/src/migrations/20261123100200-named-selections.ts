import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Collections and content groups are made, renamed and deleted through the API. */
export class NamedSelections20261123100200 implements MigrationInterface {
  name = 'NamedSelections20261123100200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      alter table learning.collections
        add column created_time timestamptz not null default now(), add column updated_time timestamptz not null default now();
      alter table learning.content_groups
        add column created_time timestamptz not null default now(), add column updated_time timestamptz not null default now();
      create index content_groups_of_portal on learning.content_groups (portal_id, id);

      grant delete on learning.collections to lp_api;
      grant insert, update (name, updated_time), delete on learning.content_groups to lp_api;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      revoke delete on learning.collections from lp_api;
      revoke insert, update (name, updated_time), delete on learning.content_groups from lp_api;
      drop index learning.content_groups_of_portal;
      alter table learning.content_groups drop column created_time, drop column updated_time;
      alter table learning.collections drop column created_time, drop column updated_time;
    `);
  }
}
