import { sql, type Statement, type Transaction } from '@app/database';
import { LimitReached, limits } from '@app/limits';
import {
  enrollmentFieldNames,
  type ArchivedBecause,
  namesSetAtChange,
  namesSetOnce,
  type EnrollmentRow,
  type NewEnrollment,
} from './enrollment.fields.js';

const list = (names: readonly string[], prefix = '') =>
  sql.raw(names.map((name) => prefix + name).join(', '));

/** The columns of {@link EnrollmentRow}, of `learning.enrollments e`. */
export const enrollmentColumns = sql`${list(enrollmentFieldNames, 'e.')}`;

const namesInserted = [...namesSetOnce, ...namesSetAtChange];

/**
 * @param archived if the enrollment belongs to the history from the beginning
 * @returns undefined when the account has a live enrollment in the learning object, and this one is live
 */
export const insertEnrollment = (
  tx: Transaction,
  row: NewEnrollment,
  archived?: Archiving,
): Promise<EnrollmentRow | undefined> =>
  tx.one<EnrollmentRow>(sql`
    insert into learning.enrollments as e (${list(namesInserted)}, updated_time, archived_time, archived_by, archived_because)
    values (${sql.join(namesInserted.map((name) => sql`${row[name]}`))}, clock_timestamp(),
            ${archived ? sql`clock_timestamp()` : null}, ${archived?.archivedBy ?? null}, ${archived?.because ?? null})
    on conflict (portal_id, account_id, lo_id) where archived_time is null do nothing
    returning ${enrollmentColumns}`);

/** Writes the changeable fields of an enrollment whose row is locked. @returns the new row */
export async function saveEnrollment(tx: Transaction, row: EnrollmentRow): Promise<EnrollmentRow> {
  const assignments = namesSetAtChange.map((name) => sql`${sql.raw(name)} = ${row[name]}`);
  const saved = await tx.one<EnrollmentRow>(sql`
    update learning.enrollments e
       set ${sql.join(assignments)}, updated_time = clock_timestamp(), updated_xid = pg_current_xact_id()
     where e.portal_id = ${row.portal_id} and e.id = ${row.id} returning ${enrollmentColumns}`);
  return saved!;
}

/** The actor of archiving, and the reason. */
export interface Archiving {
  /** The account that did it; null: the operator, or the passage of time. */
  archivedBy: number | null;
  because: ArchivedBecause;
}

const archiving = (portalId: number, { archivedBy, because }: Archiving, which: Statement): Statement => sql`
  update learning.enrollments e
     set archived_time = clock_timestamp(), archived_by = ${archivedBy}, archived_because = ${because},
         updated_time = clock_timestamp(), updated_xid = pg_current_xact_id()
   where e.portal_id = ${portalId} and ${which} and e.archived_time is null returning ${enrollmentColumns}`;

/** Removes a live enrollment from lists; it stays in the history. */
export const archive = (
  tx: Transaction,
  portalId: number,
  id: number,
  how: Archiving,
): Promise<EnrollmentRow | undefined> => tx.one<EnrollmentRow>(archiving(portalId, how, sql`e.id = ${id}`));

/**
 * Removes all enrollments of an account from lists, and records the changes of popularity of their learning objects.
 * There may be very many, and waiting for the documents of their objects would block other portals.
 * @returns the enrollments, by id
 */
export const archiveSql = (
  tx: Transaction,
  portalId: number,
  accountId: number,
  how: Archiving,
): Promise<EnrollmentRow[]> =>
  tx.many<EnrollmentRow>(sql`
    with archived as (${archiving(portalId, how, sql`e.account_id = ${accountId}`)}), counted as (
      insert into learning.popularity_changes (lo_id, change)
      select lo_id, -count(*)::int from archived group by lo_id
    ) select * from archived order by id`);

/** Archives the enrollments of a closed account, including popularity, by a database function. */
export const archiveClosedAccountEnrollments = (
  tx: Transaction,
  portalId: number,
  accountId: number,
  archivedBy: number | null,
): Promise<EnrollmentRow[]> =>
  tx.many<EnrollmentRow>(sql`
    select ${enrollmentColumns}
      from learning.archive_enrollments_of_closed(${portalId}, ${accountId}, ${archivedBy}) e order by e.id`);

/** The live enrollment of this account in this learning object, with its row locked until the transaction ends if `locked`. */
export const findLiveEnrollment = (
  tx: Transaction,
  portalId: number,
  accountId: number,
  loId: number,
  locked = false,
): Promise<EnrollmentRow | undefined> =>
  tx.one<EnrollmentRow>(sql`
    select ${enrollmentColumns} from learning.enrollments e
     where e.portal_id = ${portalId}::int and e.account_id = ${accountId}::int and e.lo_id = ${loId}::int
       and e.archived_time is null ${locked ? sql`for update` : sql``}`);

/**
 * Called after the insert: only one transaction at a time can have inserted the live enrollment, so no other can add one
 * before this check.
 * @throws LimitReached when this person has been enrolled in this learning object too often
 */
export async function assertShortHistory(tx: Transaction, row: EnrollmentRow): Promise<void> {
  const { most } = limits.enrollment_history;
  const archived = await tx.one<{ count: number }>(sql`
    select count(*) from (
      select 1 from learning.enrollments
       where portal_id = ${row.portal_id} and account_id = ${row.account_id} and lo_id = ${row.lo_id}
         and archived_time is not null limit ${most}) a`);
  if (archived!.count >= most) throw new LimitReached('enrollment_history');
}

/** Locks and returns live, uncompleted enrollments of the account that completing `loId` may complete. */
export const lockWaitingEnrollments = (
  tx: Transaction,
  portalId: number,
  accountId: number,
  loId: number,
  containers: readonly number[],
): Promise<EnrollmentRow[]> =>
  tx.many<EnrollmentRow>(sql`
    select ${enrollmentColumns} from learning.enrollments e
     where e.portal_id = ${portalId} and e.account_id = ${accountId} and e.archived_time is null
       and e.status <> 'completed'
       and (e.lo_id = any(${containers}::int[]) or ${loId} = any(e.award_required))
     order by e.id for update`);

/** Locks open enrollments in these objects, so that the account cannot complete any until the transaction ends. */
export async function lockOpenEnrollments(
  tx: Transaction,
  portalId: number,
  accountId: number,
  loIds: readonly number[],
): Promise<void> {
  await tx.many(sql`
    select 1 from learning.enrollments e
     where e.portal_id = ${portalId} and e.account_id = ${accountId} and e.archived_time is null
       and e.status <> 'completed' and e.lo_id = any(${loIds}::int[])
     order by e.id for share`);
}

/** Whether the account has completed every one of these learning objects. */
export async function hasCompleted(
  tx: Transaction,
  portalId: number,
  accountId: number,
  loIds: readonly number[],
): Promise<boolean> {
  const row = await tx.one<{ count: number }>(sql`
    select count(distinct lo_id) from learning.enrollments
     where portal_id = ${portalId} and account_id = ${accountId} and archived_time is null
       and status = 'completed' and lo_id = any(${loIds}::int[])`);
  return row?.count === new Set(loIds).size;
}
