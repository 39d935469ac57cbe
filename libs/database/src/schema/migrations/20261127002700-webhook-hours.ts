import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceFunctions } from '../db-function.js';
import { addCounts } from '../functions/learning/add-counts.js';

/** What each webhook's deliveries came to, by the hour. */
export class WebhookHours20261127002700 implements MigrationInterface {
  name = 'WebhookHours20261127002700';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      create table learning.webhook_hours (
        webhook_id int not null,
        portal_id int not null,
        hour timestamptz not null,
        delivered int not null,
        failed int not null,
        attempts int not null,
        classes int[] not null,                                -- attempts by class of status, as in libs/webhooks
        errors int[] not null,                                 -- attempts without a status, by what went wrong
        buckets int[] not null,                                -- answered attempts by how long they took
        primary key (webhook_id, hour)
      )`);
    await runner.query('create index webhook_hours_hour on learning.webhook_hours (hour)');
    await runner.query('grant select on learning.webhook_hours to lp_api');
    await runner.query('grant select, insert, update, delete on learning.webhook_hours to lp_worker');
    await replaceFunctions(runner, addCounts);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table learning.webhook_hours');
    await runner.query('drop function learning.add_counts(int[], int[])');
  }
}
