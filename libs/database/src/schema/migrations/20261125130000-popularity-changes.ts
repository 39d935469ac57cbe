import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Documents of learning objects are shared by all portals: whoever archives many enrollments at once appends what that
 * changes in their popularity, and the worker adds it up, so that nobody waits meanwhile.
 */
export class PopularityChanges20261125130000 implements MigrationInterface {
  name = 'PopularityChanges20261125130000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(changes);
    await runner.query(archiving);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(archivingBefore);
    await runner.query(/* sql */ `
      update learning.search_doc d set popularity = greatest(0, d.popularity + c.change)
        from (select lo_id, sum(change)::int as change from learning.popularity_changes group by lo_id) c
       where c.lo_id = d.lo_id`);
    await runner.query('drop table learning.popularity_changes');
  }
}

const changes = /* sql */ `
  create table learning.popularity_changes (
    lo_id int not null,
    change int not null
  );
  -- all that waits for one object is added up together
  create index popularity_changes_lo on learning.popularity_changes (lo_id);
  grant insert on learning.popularity_changes to lp_api;
  grant select, delete on learning.popularity_changes to lp_worker;
`;

const archiving = /* sql */ `
  -- Of an account that is closed nothing goes on: no matter who asks.
  create or replace function learning.archive_enrollments_of_closed(p_portal_id int, p_account_id int, p_by int)
  returns setof learning.enrollments language plpgsql security definer set search_path = pg_catalog as $$
  begin
    if not exists (select 1 from identity.accounts a
                    where a.portal_id = p_portal_id and a.id = p_account_id and a.closed_time is not null) then
      return;
    end if;
    return query
      with archived as (
        update learning.enrollments e
           set archived_time = clock_timestamp(), archived_by = p_by, archived_because = 'account_closed',
               updated_time = clock_timestamp(), updated_xid = pg_current_xact_id()
         where e.portal_id = p_portal_id and e.account_id = p_account_id and e.archived_time is null returning e.*
      ), counted as (
        insert into learning.popularity_changes (lo_id, change)
        select a.lo_id, -count(*)::int from archived a group by a.lo_id
      )
      select a.* from archived a;
  end $$;
`;

const archivingBefore = /* sql */ `
  create or replace function learning.archive_enrollments_of_closed(p_portal_id int, p_account_id int, p_by int)
  returns setof learning.enrollments language plpgsql security definer set search_path = pg_catalog as $$
  declare v_row learning.enrollments; v_lo record;
  begin
    if not exists (select 1 from identity.accounts a
                    where a.portal_id = p_portal_id and a.id = p_account_id and a.closed_time is not null) then
      return;
    end if;
    -- the counts in the order in which everybody locks them
    for v_lo in
      select e.lo_id, count(*)::int as n from learning.enrollments e
       where e.portal_id = p_portal_id and e.account_id = p_account_id and e.archived_time is null
       group by e.lo_id order by e.lo_id
    loop
      update learning.search_doc set popularity = greatest(0, popularity - v_lo.n) where lo_id = v_lo.lo_id;
    end loop;
    for v_row in
      update learning.enrollments e
         set archived_time = clock_timestamp(), archived_by = p_by, archived_because = 'account_closed',
             updated_time = clock_timestamp(), updated_xid = pg_current_xact_id()
       where e.portal_id = p_portal_id and e.account_id = p_account_id and e.archived_time is null returning e.*
    loop
      return next v_row;
    end loop;
  end $$;
`;
