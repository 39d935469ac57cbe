import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What `apply` alone says of a client that serves every portal. Old servers read neither. */
export class FirstPartyClients20261127002910 implements MigrationInterface {
  name = 'FirstPartyClients20261127002910';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      alter table auth.clients
        add column is_first_party boolean not null default false, -- of the operator: needs no portal's approval
        add column token_requests_per_minute int                  -- null: as the setting says`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table auth.clients drop column is_first_party, drop column token_requests_per_minute',
    );
  }
}
