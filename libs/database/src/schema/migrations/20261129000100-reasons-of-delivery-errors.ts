import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A failed delivery states what to fix: the fault of a certificate, or where a redirect leads. */
export class ReasonsOfDeliveryErrors20261129000100 implements MigrationInterface {
  name = 'ReasonsOfDeliveryErrors20261129000100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table learning.webhook_attempts
        add column error_reason text,
        drop constraint webhook_attempts_row_bytes,
        add constraint webhook_attempts_row_bytes check (
          coalesce(pg_column_size(error), 0) + coalesce(pg_column_size(error_reason), 0)
          + coalesce(pg_column_size(response), 0) <= 65536) not valid`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table learning.webhook_attempts
        drop column error_reason,
        add constraint webhook_attempts_row_bytes check (
          coalesce(pg_column_size(error), 0) + coalesce(pg_column_size(response), 0) <= 65536) not valid`);
  }
}
