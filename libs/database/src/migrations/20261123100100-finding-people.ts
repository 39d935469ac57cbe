import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What lists of people need for the beginning of an address, and for those whose accounts were closed. */
export class FindingPeople20261123100100 implements MigrationInterface {
  name = 'FindingPeople20261123100100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      create index persons_email_prefix on identity.persons (email_key text_pattern_ops);
      create index accounts_closed on identity.accounts (portal_id, created_time desc, id desc)
        where closed_time is not null and person_id is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index identity.persons_email_prefix, identity.accounts_closed');
  }
}
