import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links whose page the worker has still to look at, for what it says of itself. */
export class LinkPages20261122200300 implements MigrationInterface {
  name = 'LinkPages20261122200300';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      create table learning.link_pages (
        lo_id int primary key references learning.learning_objects(id),
        next_try timestamptz not null default now(),
        tries smallint not null default 0
      );
      create index link_pages_due on learning.link_pages (next_try);

      grant select, insert, update on learning.link_pages to lp_api;
      grant select, update, delete on learning.link_pages to lp_worker;
      -- the worker writes what it found, and with it the search document
      grant update (image, summary, updated_time) on learning.learning_objects to lp_worker;
      grant insert, update, delete on learning.search_doc to lp_worker;
      grant insert on learning.search_word, learning.facet_values to lp_worker;
      grant usage on sequence learning.facet_number to lp_worker;
      grant update on learning.catalogue_version to lp_worker;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      revoke update on learning.catalogue_version from lp_worker;
      revoke usage on sequence learning.facet_number from lp_worker;
      revoke insert on learning.search_word, learning.facet_values from lp_worker;
      revoke insert, update, delete on learning.search_doc from lp_worker;
      revoke update (image, summary, updated_time) on learning.learning_objects from lp_worker;
      drop table learning.link_pages;
    `);
  }
}
