import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links are looked at in turns, one portal after the other. */
export class LinkPageTurns20261122600000 implements MigrationInterface {
  name = 'LinkPageTurns20261122600000';

  async up(runner: QueryRunner): Promise<void> {
    // the default is for servers of the version before, which do not name the portal
    await runner.query(/* sql */ `
      alter table learning.link_pages add portal_id int not null default 0;
      update learning.link_pages l set portal_id = o.portal_id
        from learning.learning_objects o where o.id = l.lo_id;
      create index link_pages_turns on learning.link_pages (portal_id, next_try);
      drop index learning.link_pages_due;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      create index link_pages_due on learning.link_pages (next_try);
      drop index learning.link_pages_turns;
      alter table learning.link_pages drop portal_id;
    `);
  }
}
