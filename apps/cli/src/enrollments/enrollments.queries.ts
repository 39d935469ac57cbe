import { visibleToPortal } from '@app/catalogue';
import { sql, type Transaction } from '@app/database';
import { enrollmentColumns, type EnrollmentRow, type NewEnrollment } from '@app/enrollments';

/** Values of custom fields, as JSON, and the open accounts that have them. */
export const findByCustomFields = (
  tx: Transaction,
  portalId: number,
  values: readonly string[],
): Promise<{ value: string; ids: number[] }[]> =>
  tx.many<{ value: string; ids: number[] }>(
    sql`
    select v.value, array(
             select a.id from identity.accounts a
              where a.portal_id = ${portalId} and a.person_id is not null and a.closed_time is null
                and a.custom_fields <> '{}' and a.custom_fields @> v.value::jsonb) as ids
      from unnest(${[...values]}::text[]) v(value)`.unprepared(),
  );

/** An object, and how rows name it. */
export interface NamedObject {
  id: number;
  provider: string | null;
  external_id: string | null;
  title: string;
  type: string;
}

/** The objects of these ids, and of these external ids, that the portal owns, retired ones too, or sees. */
export const findObjects = (
  tx: Transaction,
  portalId: number,
  ids: readonly number[],
  externalIds: readonly string[],
  providers: readonly string[],
): Promise<NamedObject[]> =>
  tx.many<NamedObject>(
    sql`
    select o.id, p.slug as provider, o.external_id, o.title, o.type
      from learning.learning_objects o join learning.providers p on p.id = o.provider_id
     where o.id = any(array(
             select unnest(${[...ids]}::int[])
             union
             select l.id from learning.learning_objects l
              where l.provider_id = any(array(select id from learning.providers where slug = any(${[...providers]}::text[])))
                and l.external_id = any(${[...externalIds]}::text[])))
       and (o.portal_id = ${portalId} or exists (
         select from learning.search_doc d where d.lo_id = o.id and ${visibleToPortal(sql`${portalId}::int`, sql`d`)}))`.unprepared(),
  );

/** All enrollments of these accounts in these objects, archived ones too; live ones stay locked. */
export async function lockEnrollments(
  tx: Transaction,
  portalId: number,
  pairs: readonly Pick<NewEnrollment, 'account_id' | 'lo_id'>[],
): Promise<EnrollmentRow[]> {
  const all = sql`
    select ${enrollmentColumns}
      from (select distinct * from unnest(${pairs.map((pair) => pair.account_id)}::int[],
                                          ${pairs.map((pair) => pair.lo_id)}::int[]) p(account_id, lo_id)) p
      join learning.enrollments e
        on e.portal_id = ${portalId} and e.account_id = p.account_id and e.lo_id = p.lo_id`;
  // a plan that was made for the first lines would read the whole table, which grows by them
  return [
    ...(await tx.many<EnrollmentRow>(
      sql`${all} and e.archived_time is null order by e.id for update of e`.unprepared(),
    )),
    ...(await tx.many<EnrollmentRow>(sql`${all} and e.archived_time is not null order by e.id`.unprepared())),
  ];
}

/** An enrollment to insert, live or as history. */
export type ImportedEnrollment = NewEnrollment &
  Pick<EnrollmentRow, 'created_time' | 'archived_time' | 'archived_because'>;

/** Statistics do not count imported enrollments. */
export const ignoreInStatistics = (tx: Transaction): Promise<unknown> =>
  tx.one(sql`select set_config('learning.is_history', 'on', true)`);

/** Skips live ones where another transaction has made one meanwhile. Records the popularity of objects. */
export const insertImported = (
  tx: Transaction,
  rows: readonly ImportedEnrollment[],
): Promise<EnrollmentRow[]> =>
  tx.many<EnrollmentRow>(sql`
    with inserted as (
      insert into learning.enrollments as e
        (portal_id, account_id, lo_id, lo_title, parent_lo_id, parent_enrollment_id, type, status, result, pass,
         created_time, updated_time, start_date, end_date, due_date, award_required, supervised, archived_time, archived_because)
      select portal_id, account_id, lo_id, lo_title, parent_lo_id, parent_enrollment_id, type, status, result, pass,
             created_time, clock_timestamp(), start_date, end_date, due_date, award_required, supervised, archived_time,
             archived_because
        from jsonb_populate_recordset(null::learning.enrollments, ${JSON.stringify(rows)}::jsonb)
      on conflict (portal_id, account_id, lo_id) where archived_time is null do nothing
      returning ${enrollmentColumns}
    ), counted as (
      insert into learning.popularity_changes (lo_id, change)
      select lo_id, count(*)::int from inserted where archived_time is null group by lo_id
    ) select * from inserted`);

/** Archives live enrollments in favour of newer ones. @returns them */
export const archiveReplaced = (
  tx: Transaction,
  portalId: number,
  ids: readonly number[],
): Promise<EnrollmentRow[]> =>
  tx.many<EnrollmentRow>(sql`
    with archived as (
      update learning.enrollments e
         set archived_time = clock_timestamp(), archived_because = 're-enrolled',
             updated_time = clock_timestamp(), updated_xid = pg_current_xact_id()
       where e.portal_id = ${portalId} and e.id = any(${[...ids]}::int[]) and e.archived_time is null
      returning ${enrollmentColumns}
    ), counted as (
      insert into learning.popularity_changes (lo_id, change) select lo_id, -count(*)::int from archived group by lo_id
    ) select * from archived`);

/** Sets the parents of enrollments, which are of the same person. @returns those that had another one */
export const setParents = (
  tx: Transaction,
  portalId: number,
  parents: readonly { id: number; parentId: number }[],
): Promise<EnrollmentRow[]> =>
  tx.many<EnrollmentRow>(
    sql`
    update learning.enrollments e
       set parent_enrollment_id = p.id, parent_lo_id = p.lo_id,
           updated_time = clock_timestamp(), updated_xid = pg_current_xact_id()
      from unnest(${parents.map(({ id }) => id)}::int[], ${parents.map(({ parentId }) => parentId)}::int[]) g(id, parent_id)
      join learning.enrollments p on p.portal_id = ${portalId} and p.id = g.parent_id
     where e.portal_id = ${portalId} and e.id = g.id and e.account_id = p.account_id
       and (e.parent_enrollment_id, e.parent_lo_id) is distinct from (p.id, p.lo_id)
    returning ${enrollmentColumns}`.unprepared(),
  );
