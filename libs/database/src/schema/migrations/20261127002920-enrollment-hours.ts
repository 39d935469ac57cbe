import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceFunctions } from '../db-function.js';
import { countEnrollmentHours } from '../functions/learning/count-enrollment-hours.js';

/** How many enrollments were created and completed in each hour, from this release on. */
export class EnrollmentHours20261127002920 implements MigrationInterface {
  name = 'EnrollmentHours20261127002920';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      create table learning.enrollment_hours (
        portal_id int not null,
        hour timestamptz not null,
        created bigint not null,
        completed bigint not null,
        primary key (portal_id, hour)
      )`);
    await runner.query('grant select on learning.enrollment_hours to lp_api');
    await runner.query('grant select, insert, update on learning.enrollment_hours to lp_worker');
    await runner.query(/* sql */ `
      create table learning.enrollment_hour_changes (
        portal_id int not null,
        hour timestamptz not null,
        created bigint not null,
        completed bigint not null
      )`);
    await runner.query(
      'create index enrollment_hour_changes_portal on learning.enrollment_hour_changes (portal_id)',
    );
    await runner.query('grant select, insert on learning.enrollment_hour_changes to lp_api');
    await runner.query('grant select, delete on learning.enrollment_hour_changes to lp_worker');
    await replaceFunctions(runner, countEnrollmentHours);
    await runner.query(/* sql */ `
      create trigger enrollments_hours_insert after insert on learning.enrollments
        referencing new table as new_rows for each statement execute function learning.count_enrollment_hours()`);
    await runner.query(/* sql */ `
      create trigger enrollments_hours_update after update on learning.enrollments
        referencing old table as old_rows new table as new_rows
        for each statement execute function learning.count_enrollment_hours()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger enrollments_hours_insert on learning.enrollments');
    await runner.query('drop trigger enrollments_hours_update on learning.enrollments');
    await runner.query('drop function learning.count_enrollment_hours()');
    await runner.query('drop table learning.enrollment_hour_changes');
    await runner.query('drop table learning.enrollment_hours');
  }
}
