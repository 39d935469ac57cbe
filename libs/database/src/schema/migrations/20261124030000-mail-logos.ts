import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails to those who run a portal bear its logo, which the worker puts into them. */
export class MailLogos20261124030000 implements MigrationInterface {
  name = 'MailLogos20261124030000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('grant select (media_type, bytes) on identity.portal_images to lp_worker');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('revoke select (media_type, bytes) on identity.portal_images from lp_worker');
  }
}
