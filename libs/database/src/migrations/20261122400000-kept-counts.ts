import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Kept counts (see the migration `lists`) of people, and of enrollments by the day of their last change. */
export class KeptCounts20261122400000 implements MigrationInterface {
  name = 'KeptCounts20261122400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(people);
    await runner.query(days);
    await runner.query(countEnrollments(andDays));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(countEnrollments());
    await runner.query(/* sql */ `
      drop table learning.enrollment_day_changes, learning.enrollment_days;
      drop index identity.accounts_staff;
      drop trigger accounts_counted_insert on identity.accounts;
      drop trigger accounts_counted_update on identity.accounts;
      drop trigger accounts_counted_delete on identity.accounts;
      drop function identity.count_accounts();
      drop table identity.account_count_changes, identity.account_counts;
    `);
  }
}

/** Open accounts of people, by what the list of users and the seats of a portal count them by. */
const people = /* sql */ `
  create table identity.account_counts (
    portal_id int not null,
    roles text[] not null,
    status boolean not null,
    count bigint not null,
    primary key (portal_id, roles, status)
  );
  create table identity.account_count_changes (
    portal_id int not null,
    roles text[] not null,
    status boolean not null,
    change bigint not null
  );
  create index account_count_changes_portal on identity.account_count_changes (portal_id);

  create function identity.count_accounts() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      insert into identity.account_count_changes
        select portal_id, roles, status, count(*)
          from new_rows where person_id is not null and closed_time is null group by 1, 2, 3;
    elsif tg_op = 'DELETE' then
      insert into identity.account_count_changes
        select portal_id, roles, status, -count(*)
          from old_rows where person_id is not null and closed_time is null group by 1, 2, 3;
    else
      insert into identity.account_count_changes
        select portal_id, roles, status, sum(n) from (
            select *, 1 as n from new_rows union all select *, -1 from old_rows) changed
         where person_id is not null and closed_time is null group by 1, 2, 3 having sum(n) <> 0;
    end if;
    return null;
  end $$;
  create trigger accounts_counted_insert after insert on identity.accounts
    referencing new table as new_rows for each statement execute function identity.count_accounts();
  create trigger accounts_counted_update after update on identity.accounts
    referencing old table as old_rows new table as new_rows for each statement execute function identity.count_accounts();
  create trigger accounts_counted_delete after delete on identity.accounts
    referencing old table as old_rows for each statement execute function identity.count_accounts();

  insert into identity.account_counts
    select portal_id, roles, status, count(*)
      from identity.accounts where person_id is not null and closed_time is null group by 1, 2, 3;

  -- a list by a role that few have would walk through everybody
  create index accounts_staff on identity.accounts (portal_id, created_time desc, id desc)
    where closed_time is null and person_id is not null and roles <> '{Learner}';

  grant select on identity.account_counts, identity.account_count_changes to lp_auth, lp_api;
  grant insert on identity.account_count_changes to lp_auth, lp_api;
  grant select, insert, update on identity.account_counts to lp_worker;
  grant select, delete on identity.account_count_changes to lp_worker;
`;

/** Live enrollments by the day, in UTC, of their last change: what is left to count by rows is a part of one day. */
const days = /* sql */ `
  create table learning.enrollment_days (
    portal_id int not null,
    day date not null,
    status text not null,
    is_child boolean not null,
    count bigint not null,
    primary key (portal_id, day, status, is_child)
  );
  create table learning.enrollment_day_changes (
    portal_id int not null,
    day date not null,
    status text not null,
    is_child boolean not null,
    change bigint not null
  );
  create index enrollment_day_changes_portal on learning.enrollment_day_changes (portal_id);

  -- until the function is replaced nobody may write what is not counted here
  lock table learning.enrollments in share row exclusive mode;
  insert into learning.enrollment_days
    select portal_id, (updated_time at time zone 'utc')::date, status, parent_enrollment_id is not null, count(*)
      from learning.enrollments where archived_time is null group by 1, 2, 3, 4;

  grant select on learning.enrollment_days, learning.enrollment_day_changes to lp_api;
  grant insert on learning.enrollment_day_changes to lp_api;
  grant select, insert, update on learning.enrollment_days to lp_worker;
  grant select, delete on learning.enrollment_day_changes to lp_worker;
`;

/** What appends the change of one statement to `table`, counted by `by`. */
type Appends = (table: string, by: string) => Record<'insert' | 'update' | 'delete', string>;

const appends: Appends = (table, by) => ({
  insert: `insert into ${table} select ${by}, count(*) from new_rows where archived_time is null group by 1, 2, 3, 4;`,
  delete: `insert into ${table} select ${by}, -count(*) from old_rows where archived_time is null group by 1, 2, 3, 4;`,
  update: `
      insert into ${table} select ${by}, sum(n) from (
          select *, 1 as n from new_rows union all select *, -1 from old_rows) changed
       where archived_time is null group by 1, 2, 3, 4 having sum(n) <> 0;`,
});

const byObject = appends(
  'learning.enrollment_count_changes',
  'portal_id, lo_id, status, parent_enrollment_id is not null',
);
const andDays = appends(
  'learning.enrollment_day_changes',
  `portal_id, (updated_time at time zone 'utc')::date, status, parent_enrollment_id is not null`,
);

const countEnrollments = (also?: ReturnType<Appends>): string => /* sql */ `
  create or replace function learning.count_enrollments() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      ${byObject.insert} ${also?.insert ?? ''}
    elsif tg_op = 'DELETE' then
      ${byObject.delete} ${also?.delete ?? ''}
    else
      ${byObject.update} ${also?.update ?? ''}
    end if;
    return null;
  end $$;
`;
