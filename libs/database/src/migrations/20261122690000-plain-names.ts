import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Words that a stranger knows; docs/domain-language.md has them. */
export class PlainNames20261122690000 implements MigrationInterface {
  name = 'PlainNames20261122690000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      alter table learning.sight_changes rename to visibility_changes;
      alter function learning.furnish_portal rename to subscribe_new_portal;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      alter function learning.subscribe_new_portal rename to furnish_portal;
      alter table learning.visibility_changes rename to sight_changes;
    `);
  }
}
