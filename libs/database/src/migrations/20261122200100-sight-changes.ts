import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Portals that gained or lost sight of all that an audience holds, and how far they were told. */
export class SightChanges20261122200100 implements MigrationInterface {
  name = 'SightChanges20261122200100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      create table learning.sight_changes (
        id int generated always as identity primary key,
        portal_id int not null references identity.portals(id),
        audience_id int not null,
        gained boolean not null,
        last_lo int not null default 0,                          -- told up to here
        until_lo int not null                                    -- objects that came later are told of by themselves
      );
      grant insert on learning.sight_changes to lp_api;
      grant select, update, delete on learning.sight_changes to lp_worker;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table learning.sight_changes');
  }
}
