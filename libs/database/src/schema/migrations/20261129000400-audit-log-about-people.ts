import type { QueryRunner } from 'typeorm';
import { replaceFunctions } from '../db-function.js';
import { readAuditLog } from '../functions/auth/read-audit-log.js';
import { ConcurrentPartitionIndexes } from './outside-transaction.js';

/** Administrators read what happened in their portal, and what was done to a person. */
export class AuditLogAboutPeople20261129000400 extends ConcurrentPartitionIndexes {
  name = 'AuditLogAboutPeople20261129000400';
  table = 'auth.audit_log';
  indexes = {
    audit_log_about: `(portal_id, (details->>'user_id'), time, id) where portal_id is not null and details ? 'user_id'`,
  };

  override async up(runner: QueryRunner): Promise<void> {
    // for databases of development versions: no released server calls the function, or has the grant
    await runner.query(
      'drop function if exists auth.read_audit_log(int, text, int, text, timestamptz, timestamptz, timestamptz, bigint, int)',
    );
    await replaceFunctions(runner, readAuditLog);
    await runner.query('grant select (client_id, name) on auth.clients to lp_api');
    await super.up(runner);
  }

  override async down(runner: QueryRunner): Promise<void> {
    await super.down(runner);
    await runner.query('drop function auth.read_audit_log');
  }
}
