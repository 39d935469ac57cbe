import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What `apply` has applied, so that an unchanged file is left alone. */
export class AppliedFiles20261127002400 implements MigrationInterface {
  name = 'AppliedFiles20261127002400';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      create table maintenance.applied_files (
        file text primary key,
        checksum bytea not null,                               -- of the file and of the values that it refers to
        applied_time timestamptz not null default now()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table maintenance.applied_files');
  }
}
