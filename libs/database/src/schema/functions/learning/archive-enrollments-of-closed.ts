import { dbFunction } from '../../db-function.js';

/** Archives the enrollments of a closed account; it checks that itself, so any caller may use it. */
export const archiveEnrollmentsOfClosed = dbFunction(
  'learning.archive_enrollments_of_closed',
  {
    execute: {
      auth: 'open enrollments of an account that its person leaves; the function archives only those of closed accounts',
    },
  },
  /* sql */ `
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
  end $$`,
);
