import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The API names applications. The function that reads the audit log was created here until it got another parameter;
 * AuditLogAboutPeople creates it now.
 */
export class ReadAuditLog20261127002800 implements MigrationInterface {
  name = 'ReadAuditLog20261127002800';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('grant select (client_id, name) on auth.clients to lp_api');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('revoke select (client_id, name) on auth.clients from lp_api');
  }
}
