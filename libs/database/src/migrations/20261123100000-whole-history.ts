import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whom an enrollment comes from, and by whom and why it was archived. Whatever is there already counts as somebody
 * else's work: nobody knows any more, and a learner must not get rid of a grade.
 */
export class WholeHistory20261123100000 implements MigrationInterface {
  name = 'WholeHistory20261123100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      alter table learning.enrollments
        add column supervised boolean not null default true,      -- somebody else than the learner has made or changed it
        add column archived_by int,                               -- an account of the portal; null: the operator, or time
        add column archived_because text check (archived_because in ('re-enrolled', 'deleted', 'account_closed'));
      alter table learning.enrollments alter column supervised set default false;

      create index enrollments_archived on learning.enrollments (portal_id, updated_time, id)
        where archived_time is not null;
      create index enrollments_archived_of_lo on learning.enrollments (portal_id, lo_id, updated_time, id)
        where archived_time is not null;

      drop function learning.archive_enrollments_of_closed(int, int);
      ${archiveOfClosed('p_portal_id int, p_account_id int, p_by int', ", archived_by = p_by, archived_because = 'account_closed'")}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      drop function learning.archive_enrollments_of_closed(int, int, int);
      ${archiveOfClosed('p_portal_id int, p_account_id int', '')}
      drop index learning.enrollments_archived, learning.enrollments_archived_of_lo;
      alter table learning.enrollments
        drop column supervised, drop column archived_by, drop column archived_because;
    `);
  }
}

/** Of an account that is closed nothing goes on: no matter who asks. */
const archiveOfClosed = (parameters: string, noted: string) => /* sql */ `
  create function learning.archive_enrollments_of_closed(${parameters})
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
         set archived_time = clock_timestamp()${noted},
             updated_time = clock_timestamp(), updated_xid = pg_current_xact_id()
       where e.portal_id = p_portal_id and e.account_id = p_account_id and e.archived_time is null returning e.*
    loop
      return next v_row;
    end loop;
  end $$;
  revoke all on function learning.archive_enrollments_of_closed from public;
  grant execute on function learning.archive_enrollments_of_closed to lp_auth;
`;
