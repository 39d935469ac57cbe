import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The trace that an event belongs to goes with it. */
export class TraceContext20261124010000 implements MigrationInterface {
  name = 'TraceContext20261124010000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      -- traceparent of W3C Trace Context: who reads it takes nothing else for one
      alter table learning.outbox add column trace_context text;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table learning.outbox drop column trace_context');
  }
}
