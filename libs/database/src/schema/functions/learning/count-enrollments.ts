import { dbFunction } from '../../db-function.js';

export const countEnrollments = dbFunction(
  'learning.count_enrollments',
  { execute: { public: 'a trigger; runs with the rights of the writer' } },
  /* sql */ `
  create or replace function learning.count_enrollments() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      insert into learning.enrollment_count_changes
        select portal_id, lo_id, status, parent_enrollment_id is not null, count(*)
          from new_rows where archived_time is null group by 1, 2, 3, 4;
      insert into learning.enrollment_day_changes
        select portal_id, (updated_time at time zone 'utc')::date, status, parent_enrollment_id is not null, count(*)
          from new_rows where archived_time is null group by 1, 2, 3, 4;
    elsif tg_op = 'DELETE' then
      insert into learning.enrollment_count_changes
        select portal_id, lo_id, status, parent_enrollment_id is not null, -count(*)
          from old_rows where archived_time is null group by 1, 2, 3, 4;
      insert into learning.enrollment_day_changes
        select portal_id, (updated_time at time zone 'utc')::date, status, parent_enrollment_id is not null, -count(*)
          from old_rows where archived_time is null group by 1, 2, 3, 4;
    else
      insert into learning.enrollment_count_changes
        select portal_id, lo_id, status, parent_enrollment_id is not null, sum(n) from (
            select *, 1 as n from new_rows union all select *, -1 from old_rows) changed
         where archived_time is null group by 1, 2, 3, 4 having sum(n) <> 0;
      insert into learning.enrollment_day_changes
        select portal_id, (updated_time at time zone 'utc')::date, status, parent_enrollment_id is not null, sum(n) from (
            select *, 1 as n from new_rows union all select *, -1 from old_rows) changed
         where archived_time is null group by 1, 2, 3, 4 having sum(n) <> 0;
    end if;
    return null;
  end $$`,
);
