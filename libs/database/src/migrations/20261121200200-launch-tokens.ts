import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which launch tokens of SCORM packages still count: those of the latest generation. */
export class LaunchTokens20261121200200 implements MigrationInterface {
  name = 'LaunchTokens20261121200200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      create table learning.launch_generations (
        portal_id int not null references identity.portals(id),
        lo_id int not null references learning.learning_objects(id),
        generation int not null,
        revoked_time timestamptz not null default now(),
        primary key (portal_id, lo_id)
      );
      grant select, insert, update on learning.launch_generations to lp_api;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table learning.launch_generations');
  }
}
