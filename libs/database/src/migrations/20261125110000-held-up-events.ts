import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events wait apart for portals whose webhooks are locked, so that nobody else's wait with them. */
export class HeldUpEvents20261125110000 implements MigrationInterface {
  name = 'HeldUpEvents20261125110000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(table);
  }

  /** @throws Error while events wait there: the version before would never relay them */
  async down(runner: QueryRunner): Promise<void> {
    const [held] = (await runner.query(
      'select exists (select from learning.outbox_held_up where parked_reason is null) as up',
    )) as [{ up: boolean }];
    if (held.up) throw new Error('learning.outbox_held_up is not empty: let a worker relay it first.');
    await runner.query('drop table learning.outbox_held_up');
  }
}

const table = /* sql */ `
  create table learning.outbox_held_up (
    portal_id int not null,                                -- whose webhooks get it
    id bigint not null,                                    -- of the event
    created_on date not null,
    type text not null,
    object_type text not null,
    object_id bigint not null,
    fired_at timestamptz not null,
    parked_reason text,                                    -- why it cannot be relayed; all others go on
    primary key (portal_id, id)
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
  -- counted at every look at the metrics
  create index outbox_held_up_parked on learning.outbox_held_up (created_on) where parked_reason is not null;
  grant select, insert, update, delete on learning.outbox_held_up to lp_worker;
`;
