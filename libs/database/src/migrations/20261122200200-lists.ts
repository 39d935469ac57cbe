import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What keeps long lists quick and complete: kept counts of enrollments, and the time up to which all is written. */
export class Lists20261122200200 implements MigrationInterface {
  name = 'Lists20261122200200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(counts);
    await runner.query(settled);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      drop trigger enrollments_writer on learning.enrollments;
      drop trigger accounts_writer on identity.accounts;
      drop function maintenance.settled_until(), maintenance.note_writer();
      drop trigger enrollments_counted_insert on learning.enrollments;
      drop trigger enrollments_counted_update on learning.enrollments;
      drop trigger enrollments_counted_delete on learning.enrollments;
      drop function learning.count_enrollments();
      drop table learning.enrollment_count_changes, learning.enrollment_counts;
    `);
  }
}

/**
 * Live enrollments by what lists and aggregates count them by. Each statement appends what it changes, so that writers
 * never wait for each other's counters; the worker adds it up. Both together are exact at any moment.
 */
const counts = /* sql */ `
  create table learning.enrollment_counts (
    portal_id int not null,
    lo_id int not null,
    status text not null,
    is_child boolean not null,
    count bigint not null,
    primary key (portal_id, lo_id, status, is_child)
  );
  create table learning.enrollment_count_changes (
    portal_id int not null,
    lo_id int not null,
    status text not null,
    is_child boolean not null,
    change bigint not null
  );
  create index enrollment_count_changes_portal on learning.enrollment_count_changes (portal_id);

  create function learning.count_enrollments() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      insert into learning.enrollment_count_changes
        select portal_id, lo_id, status, parent_enrollment_id is not null, count(*)
          from new_rows where archived_time is null group by 1, 2, 3, 4;
    elsif tg_op = 'DELETE' then
      insert into learning.enrollment_count_changes
        select portal_id, lo_id, status, parent_enrollment_id is not null, -count(*)
          from old_rows where archived_time is null group by 1, 2, 3, 4;
    else
      insert into learning.enrollment_count_changes
        select portal_id, lo_id, status, parent_enrollment_id is not null, sum(n) from (
            select *, 1 as n from new_rows union all select *, -1 from old_rows) changed
         where archived_time is null group by 1, 2, 3, 4 having sum(n) <> 0;
    end if;
    return null;
  end $$;
  create trigger enrollments_counted_insert after insert on learning.enrollments
    referencing new table as new_rows for each statement execute function learning.count_enrollments();
  create trigger enrollments_counted_update after update on learning.enrollments
    referencing old table as old_rows new table as new_rows for each statement execute function learning.count_enrollments();
  create trigger enrollments_counted_delete after delete on learning.enrollments
    referencing old table as old_rows for each statement execute function learning.count_enrollments();

  insert into learning.enrollment_counts
    select portal_id, lo_id, status, parent_enrollment_id is not null, count(*)
      from learning.enrollments where archived_time is null group by 1, 2, 3, 4;

  grant select on learning.enrollment_counts, learning.enrollment_count_changes to lp_api;
  grant insert on learning.enrollment_count_changes to lp_api;
  grant select, insert, update on learning.enrollment_counts to lp_worker;
  grant select, delete on learning.enrollment_count_changes to lp_worker;
`;

/**
 * Lists by cursor go by the time of the change, and what is shown must have nothing come in before it later. Two
 * transactions may write their rows in one order and commit in the other; so each notes, before it takes the time of
 * a row, the second in which it does, as a shared lock that ends with it. What is older than every such second, and
 * than the moment before they were read, is complete.
 */
const settled = /* sql */ `
  create function maintenance.note_writer() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock_shared(7510, floor(extract(epoch from clock_timestamp()) - 1767225600)::int);
    return null;
  end $$;
  alter table identity.accounts alter column updated_time set default clock_timestamp();
  alter table learning.enrollments alter column updated_time set default clock_timestamp();
  create trigger accounts_writer before insert or update of updated_time on identity.accounts
    for each statement execute function maintenance.note_writer();
  create trigger enrollments_writer before insert or update of updated_time on learning.enrollments
    for each statement execute function maintenance.note_writer();

  -- Ask it before the list itself, in a statement of its own. Seconds count from 2026, so that they fit a lock.
  create function maintenance.settled_until() returns timestamptz language plpgsql as $$
  declare
    asked timestamptz := clock_timestamp();
    oldest bigint;
  begin
    select min(objid::bigint) into oldest from pg_locks
     where locktype = 'advisory' and classid = 7510 and objsubid = 2
       and database = (select oid from pg_database where datname = current_database());
    return date_trunc('milliseconds', least(asked, to_timestamp(1767225600 + oldest)));
  end $$;
  grant execute on function maintenance.settled_until() to lp_api;
`;
