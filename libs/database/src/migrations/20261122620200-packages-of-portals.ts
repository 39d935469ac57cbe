import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which generation of launch tokens a portal still honours: it can end all of its packages at once. */
export class PackagesOfPortals20261122620200 implements MigrationInterface {
  name = 'PackagesOfPortals20261122620200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      create table learning.portal_launches (
        portal_id int primary key references identity.portals(id),
        generation int not null,
        ended_time timestamptz not null default now()
      );
      grant select, insert, update on learning.portal_launches to lp_api;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table learning.portal_launches');
  }
}
