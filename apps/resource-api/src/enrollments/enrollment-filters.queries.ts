import type { PastOrPresent } from '@app/contracts';
import { sql, type Statement } from '@app/database';
import { isVisible, type VisibleAccounts } from '../users/index.js';
import type { EnrollmentFilters } from './enrollments.schema.js';

/** Enrollments of the portal that the actor may see: live ones, archived ones, or both. */
export function visibleEnrollments(
  portalId: number,
  visible: VisibleAccounts,
  archived: PastOrPresent = 'false',
): Statement {
  const inTime = {
    false: sql`e.archived_time is null`,
    true: sql`e.archived_time is not null`,
    all: sql`true`,
  };
  const portalFilter = sql`e.portal_id = ${portalId}::int and ${inTime[archived]}`;
  return visible.kind === 'all'
    ? portalFilter
    : sql`${portalFilter} and exists (
        select 1 from identity.accounts a
         where a.portal_id = e.portal_id and a.id = e.account_id and ${isVisible(portalId, visible)})`;
}

/** A single value is compared directly: the index has its rows in list order. */
const isAny = (column: Statement, values: readonly unknown[], type: 'int[]' | 'text[]'): Statement =>
  values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any(${values}::${sql.raw(type)})`;

/** The time when an enrollment is due; that of those without one is after all others. */
export const dueDate = sql`coalesce(e.due_date, 'infinity')`;

/** Filters with the current time, on which `overdue` depends. */
export type FiltersNow<Query = EnrollmentFilters> = Query & { now: Date };

const isOverdue = (now: Date): Statement => sql`
  (e.archived_time is null and e.due_date is not null and e.status <> 'completed' and ${dueDate} < ${now})`;

export function matches(portalId: number, visible: VisibleAccounts, query: FiltersNow): Statement {
  return sql.and([
    visibleEnrollments(portalId, visible, query.archived),
    ...(query.user_id === undefined ? [] : [sql`e.account_id = ${query.user_id}`]),
    ...(query.lo_ids ? [isAny(sql`e.lo_id`, query.lo_ids, 'int[]')] : []),
    ...(query.lo_id === undefined ? [] : [sql`e.lo_id = ${query.lo_id}`]),
    ...(query.status?.length ? [isAny(sql`e.status`, query.status, 'text[]')] : []),
    ...(query.updated === undefined ? [] : [sql`e.updated_time >= ${new Date(query.updated * 1000)}`]),
    ...(query.overdue ? [isOverdue(query.now)] : []),
    ...(query.exclude_child_enrollments ? [sql`e.parent_enrollment_id is null`] : []),
  ]);
}
