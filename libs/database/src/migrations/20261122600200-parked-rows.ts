import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rows that cannot be read or worked on stand aside, with the reason, so that all others go on. */
export class ParkedRows20261122600200 implements MigrationInterface {
  name = 'ParkedRows20261122600200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      alter table learning.webhook_mailboxes add parked_reason text;  -- besides state 1: it is not its receiver's fault
      alter table learning.outbox_todo add parked_reason text;
      alter table learning.sight_changes add parked_reason text;
      alter table auth.signing_keys add parked_reason text;
      -- counted at every look at the metrics
      create index mails_given_up on identity.mails (id)
        where sent_time is null and next_try_time is null and last_error is not null;
      create index payments_failing on identity.payments (reference) where last_error is not null;
      create index outbox_todo_parked on learning.outbox_todo (created_on) where parked_reason is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      drop index learning.outbox_todo_parked, identity.payments_failing, identity.mails_given_up;
      alter table auth.signing_keys drop parked_reason;
      alter table learning.sight_changes drop parked_reason;
      alter table learning.outbox_todo drop parked_reason;
      alter table learning.webhook_mailboxes drop parked_reason;
    `);
  }
}
