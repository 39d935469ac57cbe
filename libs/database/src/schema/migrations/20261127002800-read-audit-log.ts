import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceFunctions } from '../db-function.js';
import { readAuditLog } from '../functions/auth/read-audit-log.js';

/** Administrators read what happened in their portal. */
export class ReadAuditLog20261127002800 implements MigrationInterface {
  name = 'ReadAuditLog20261127002800';

  async up(runner: QueryRunner): Promise<void> {
    await replaceFunctions(runner, readAuditLog);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop function auth.read_audit_log(int, text, int, text, timestamptz, timestamptz, timestamptz, bigint, int)',
    );
  }
}
