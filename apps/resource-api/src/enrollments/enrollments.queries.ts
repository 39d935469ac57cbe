import { Injectable } from '@nestjs/common';
import type { CursorPosition } from '@app/contracts';
import { Database, settledUntil, sql, type Reader, type Statement, type Transaction } from '@app/database';
import { enrollmentColumns, type EnrollmentRow } from '@app/enrollments';
import { holdLimit } from '@app/limits';
import { isVisible, type VisibleAccounts } from '../users/index.js';
import type { ListEnrollmentsQuery } from './enrollments.schema.js';

export interface GoalRow {
  goal_id: number;
  value: number | null;
}

/** Live enrollments of the portal that the actor may see. */
const visibleEnrollments = (portalId: number, visible: VisibleAccounts): Statement =>
  visible.kind === 'all'
    ? sql`e.portal_id = ${portalId} and e.archived_time is null`
    : sql`e.portal_id = ${portalId} and e.archived_time is null and exists (
        select 1 from identity.accounts a
         where a.portal_id = e.portal_id and a.id = e.account_id and ${isVisible(portalId, visible)})`;

/** One value is compared by itself: its rows stand in the index in the order of the list. */
const isAny = (column: Statement, values: readonly unknown[], type: 'int[]' | 'text[]'): Statement =>
  values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any(${values}::${sql.raw(type)})`;

function matches(portalId: number, visible: VisibleAccounts, query: ListEnrollmentsQuery): Statement {
  return sql.and([
    visibleEnrollments(portalId, visible),
    ...(query.user_id === undefined ? [] : [sql`e.account_id = ${query.user_id}`]),
    ...(query.lo_ids ? [isAny(sql`e.lo_id`, query.lo_ids, 'int[]')] : []),
    ...(query.lo_id === undefined ? [] : [sql`e.lo_id = ${query.lo_id}`]),
    ...(query.status?.length ? [isAny(sql`e.status`, query.status, 'text[]')] : []),
    ...(query.updated === undefined ? [] : [sql`e.updated_time >= ${new Date(query.updated * 1000)}`]),
    ...(query.exclude_child_enrollments ? [sql`e.parent_enrollment_id is null`] : []),
  ]);
}

/** Live enrollments counted: what the worker has added up, and what was written since; exact together (ADR 17). */
const counted = sql`(
  select portal_id, lo_id, status, is_child, count as n from learning.enrollment_counts
  union all
  select portal_id, lo_id, status, is_child, change from learning.enrollment_count_changes) c`;

/** The same by the day of the last change. */
const countedByDay = sql`(
  select portal_id, day, status, is_child, count as n from learning.enrollment_days
  union all
  select portal_id, day, status, is_child, change from learning.enrollment_day_changes) c`;

/** The size of the match: from materialized counts where they know, else (of few people, or of one's own) by its rows. */
function total(portalId: number, visible: VisibleAccounts, query: ListEnrollmentsQuery): Statement {
  const rows = sql`select count(*) from learning.enrollments e where ${matches(portalId, visible, query)}`;
  const isOfAll = visible.kind === 'all' && query.user_id === undefined;
  const isOfObjects = query.lo_ids !== undefined || query.lo_id !== undefined;
  if (!isOfAll || (query.updated !== undefined && isOfObjects)) return rows;
  const kept = sql.and([
    sql`c.portal_id = ${portalId}`,
    ...(query.lo_ids ? [sql`c.lo_id = any(${query.lo_ids}::int[])`] : []),
    ...(query.lo_id === undefined ? [] : [sql`c.lo_id = ${query.lo_id}`]),
    ...(query.status?.length ? [sql`c.status = any(${query.status}::text[])`] : []),
    ...(query.exclude_child_enrollments ? [sql`not c.is_child`] : []),
  ]);
  if (query.updated === undefined) {
    return sql`select coalesce(sum(c.n), 0)::bigint as count from ${counted} where ${kept}`;
  }
  // the rows of the rest of that day, and whole days after it
  const updated = new Date(query.updated * 1000);
  const day = updated.toISOString().slice(0, 10);
  return sql`
    select (${rows} and e.updated_time < (${day}::date + 1)::timestamp at time zone 'utc')
         + (select coalesce(sum(c.n), 0)::bigint from ${countedByDay} where ${kept} and c.day > ${day}::date) as count`;
}

@Injectable()
export class EnrollmentsQueries {
  constructor(private readonly database: Database) {}

  /** One page, last changed first, and the size of the whole match. */
  async page(
    portalId: number,
    visible: VisibleAccounts,
    query: ListEnrollmentsQuery,
  ): Promise<{ total: number; rows: EnrollmentRow[] }> {
    const where = matches(portalId, visible, query);
    const [total, rows] = await Promise.all([
      this.#count(portalId, visible, query),
      query.limit === 0
        ? []
        : this.database.heavy.many<EnrollmentRow>(sql`
            select ${enrollmentColumns} from learning.enrollments e where ${where}
             order by e.updated_time desc, e.id desc limit ${query.limit} offset ${query.offset}`),
    ]);
    return { total, rows };
  }

  /**
   * A page by key, oldest change first (wire contract section 1, "Beyond 10,000"); one row more than asked. Of rows
   * that nothing can come before any more: one that changes meanwhile comes again later, and none is missed.
   */
  async changes(
    portalId: number,
    visible: VisibleAccounts,
    query: ListEnrollmentsQuery,
    after: CursorPosition | null,
  ): Promise<{ total: number; rows: EnrollmentRow[] }> {
    const where = matches(portalId, visible, query);
    const beyond = after ? sql`(e.updated_time, e.id) > (${after.time}, ${after.id})` : sql`true`;
    const settled = await settledUntil(this.database.heavy);
    const [total, rows] = await Promise.all([
      after?.total ?? this.#count(portalId, visible, query),
      this.database.heavy.many<EnrollmentRow>(sql`
        select ${enrollmentColumns} from learning.enrollments e
         where ${where} and ${beyond} and e.updated_time < ${settled}
         order by e.updated_time, e.id limit ${query.limit + 1}`),
    ]);
    return { total, rows };
  }

  async #count(portalId: number, visible: VisibleAccounts, query: ListEnrollmentsQuery): Promise<number> {
    const row = await this.database.heavy.one<{ count: number }>(total(portalId, visible, query));
    return row?.count ?? 0;
  }

  find(portalId: number, visible: VisibleAccounts, id: number): Promise<EnrollmentRow | undefined> {
    return this.database.lookup<EnrollmentRow>(sql`
      select ${enrollmentColumns} from learning.enrollments e where ${visibleEnrollments(portalId, visible)} and e.id = ${id}`);
  }

  lock(
    tx: Transaction,
    portalId: number,
    visible: VisibleAccounts,
    id: number,
  ): Promise<EnrollmentRow | undefined> {
    return tx.one<EnrollmentRow>(sql`
      select ${enrollmentColumns} from learning.enrollments e
       where ${visibleEnrollments(portalId, visible)} and e.id = ${id} for update of e`);
  }

  goals(reader: Reader, portalId: number, enrollmentId: number): Promise<GoalRow[]> {
    return reader.many<GoalRow>(sql`
      select goal_id, value from learning.enrollment_goals
       where portal_id = ${portalId} and enrollment_id = ${enrollmentId} order by goal_id`);
  }

  /** @throws LimitReached */
  async linkGoal(tx: Transaction, portalId: number, enrollmentId: number, goal: GoalRow): Promise<void> {
    await tx.run(sql`
      insert into learning.enrollment_goals (portal_id, enrollment_id, goal_id, value)
      values (${portalId}, ${enrollmentId}, ${goal.goal_id}, ${goal.value})
      on conflict (portal_id, enrollment_id, goal_id) do update set value = excluded.value`);
    const rows = sql`
      select 1 from learning.enrollment_goals where portal_id = ${portalId} and enrollment_id = ${enrollmentId}`;
    await holdLimit(tx, 'goals', enrollmentId, rows, 0);
  }

  /** How many live top-level enrollments learning objects have, most first. */
  async aggregates(
    portalId: number,
    query: { minimum: number | undefined; loIds: number[] | undefined; limit: number; offset: number },
  ): Promise<{ total: number; rows: AggregateRow[] }> {
    const groups = sql`
      select lo_id, sum(n)::bigint as enrollment_count,
             coalesce(sum(n) filter (where status = 'completed'), 0)::bigint as completed_count,
             coalesce(sum(n) filter (where status = 'in-progress'), 0)::bigint as in_progress_count,
             coalesce(sum(n) filter (where status = 'not-started'), 0)::bigint as not_started_count
        from ${counted}
       where portal_id = ${portalId} and not is_child
         and ${query.loIds ? sql`lo_id = any(${query.loIds}::int[])` : sql`true`}
       group by lo_id having sum(n) >= ${Math.max(1, query.minimum ?? 1)}::int`;
    const [count, rows] = await Promise.all([
      this.database.heavy.one<{ count: number }>(sql`select count(*) from (${groups}) g`),
      this.database.heavy.many<AggregateRow>(sql`
        ${groups} order by enrollment_count desc, lo_id limit ${query.limit} offset ${query.offset}`),
    ]);
    return { total: count?.count ?? 0, rows };
  }
}

export interface AggregateRow {
  lo_id: number;
  enrollment_count: number;
  completed_count: number;
  in_progress_count: number;
  not_started_count: number;
}
