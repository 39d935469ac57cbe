import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A used refresh token knows its successor, which a repeated exchange replaces. Old servers read neither. */
export class RepeatedRefreshes20261127004300 implements MigrationInterface {
  name = 'RepeatedRefreshes20261127004300';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table auth.refresh_tokens add column next_day date, add column next_hash bytea, add column repeated_at timestamptz',
    );
    await runner.query('grant update (next_day, next_hash, repeated_at) on auth.refresh_tokens to lp_auth');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table auth.refresh_tokens drop column next_day, drop column next_hash, drop column repeated_at',
    );
  }
}
