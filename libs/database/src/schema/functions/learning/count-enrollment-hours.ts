import { dbFunction } from '../../db-function.js';

/**
 * Counts by the half hour, since days of some zones begin with one. A count is never reduced: neither archiving nor
 * removing an enrollment changes the past. Enrollments that are inserted or imported as history did not happen now.
 */
export const countEnrollmentHours = dbFunction(
  'learning.count_enrollment_hours',
  { execute: { public: 'a trigger; runs with the rights of the writer' } },
  /* sql */ `
  create or replace function learning.count_enrollment_hours() returns trigger language plpgsql as $$
  begin
    if current_setting('learning.is_history', true) = 'on' then
      return null;
    end if;
    if tg_op = 'INSERT' then
      insert into learning.enrollment_hour_changes
        select portal_id, date_bin('30 minutes', time, 'epoch'), sum(created), sum(completed) from (
            select portal_id, created_time as time, 1 as created, 0 as completed
              from new_rows where parent_enrollment_id is null and archived_time is null
            union all
            select portal_id, updated_time, 0, 1
              from new_rows where parent_enrollment_id is null and archived_time is null and status = 'completed') happened
         group by 1, 2;
    else
      insert into learning.enrollment_hour_changes
        select n.portal_id, date_bin('30 minutes', n.updated_time, 'epoch'), 0, count(*)
          from new_rows n join old_rows o on o.id = n.id
         where n.parent_enrollment_id is null and n.status = 'completed' and o.status <> 'completed'
         group by 1, 2;
    end if;
    return null;
  end $$`,
);
