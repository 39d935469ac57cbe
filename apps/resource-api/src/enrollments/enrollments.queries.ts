import { Inject, Injectable } from '@nestjs/common';
import { visibleTo, type Viewer } from '@app/catalogue';
import { changePosition, sortedPosition, type PastOrPresent } from '@app/contracts';
import {
  Database,
  SortOrder,
  stableUntil,
  sql,
  type Reader,
  type SortKey,
  type Statement,
  type Transaction,
} from '@app/database';
import { enrollmentColumns, type EnrollmentRow } from '@app/enrollments';
import { CLOCK, type Clock } from '@app/kernel';
import { enforceLimit } from '@app/limits';
import type { VisibleAccounts } from '../users/index.js';
import { dueDate, matches, visibleEnrollments, type FiltersNow } from './enrollment-filters.queries.js';
import type { EnrollmentFilters, EnrollmentSort, ListEnrollmentsQuery } from './enrollments.schema.js';

export interface GoalRow {
  goal_id: number;
  value: number | null;
}

const updatedTime: SortKey = { value: sql`e.updated_time`, type: 'timestamptz' };

const sortKeys: Record<EnrollmentSort, SortKey[]> = {
  due_date: [{ value: dueDate, type: 'timestamptz' }],
  status: [{ value: sql`e.status`, type: 'text' }, updatedTime],
  updated_time: [updatedTime],
};

/** Counts of live enrollments: the worker's totals plus what was written since; together exact (ADR 17). */
const counted = sql`(
  select portal_id, lo_id, status, is_child, count as n from learning.enrollment_counts
  union all
  select portal_id, lo_id, status, is_child, change from learning.enrollment_count_changes) c`;

/** The same counts by day of the last change. */
const countedByDay = sql`(
  select portal_id, day, status, is_child, count as n from learning.enrollment_days
  union all
  select portal_id, day, status, is_child, change from learning.enrollment_day_changes) c`;

/** The total: from materialized counts where possible, otherwise (for few people, or oneself) by counting rows. */
function total(
  portalId: number,
  visible: VisibleAccounts,
  query: FiltersNow<ListEnrollmentsQuery>,
): Statement {
  if (query.archived === 'all') {
    const part = (archived: PastOrPresent) => total(portalId, visible, { ...query, archived });
    return sql`select (${part('false')}) + (${part('true')}) as count`;
  }
  const rows = sql`select count(*) from learning.enrollments e where ${matches(portalId, visible, query)}`;
  const isOfAll = visible.kind === 'all' && query.user_id === undefined;
  const isOfObjects = query.lo_ids !== undefined || query.lo_id !== undefined;
  if (query.archived === 'true' || query.overdue || !isOfAll || (query.updated !== undefined && isOfObjects))
    return rows;
  const condition = sql.and([
    sql`c.portal_id = ${portalId}`,
    ...(query.lo_ids ? [sql`c.lo_id = any(${query.lo_ids}::int[])`] : []),
    ...(query.lo_id === undefined ? [] : [sql`c.lo_id = ${query.lo_id}`]),
    ...(query.status?.length ? [sql`c.status = any(${query.status}::text[])`] : []),
    ...(query.exclude_child_enrollments ? [sql`not c.is_child`] : []),
  ]);
  if (query.updated === undefined) {
    // a portal has some thousand days, and up to a million objects
    const counts = isOfObjects ? counted : countedByDay;
    return sql`select coalesce(sum(c.n), 0)::bigint as count from ${counts} where ${condition}`;
  }
  // the rows of the rest of that day, and whole days after it
  const updated = new Date(query.updated * 1000);
  const day = updated.toISOString().slice(0, 10);
  return sql`
    select (${rows} and e.updated_time < (${day}::date + 1)::timestamp at time zone 'utc')
         + (select coalesce(sum(c.n), 0)::bigint from ${countedByDay} where ${condition} and c.day > ${day}::date) as count`;
}

interface Piece {
  order: SortOrder;
  isByDueDate?: boolean;
  limit: number;
  offset: number;
  /** A condition in addition to those of the query. */
  extraCondition: Statement;
}

/** Part of the match in an order: live and archived ones each have an index, and are merged. */
function ordered(
  portalId: number,
  visible: VisibleAccounts,
  query: FiltersNow<ListEnrollmentsQuery>,
  { order, isByDueDate = false, limit, offset, extraCondition }: Piece,
): Statement {
  // overdue ones are few: without the fence, Postgres may search all enrollments in another order for a page of them
  const fence = query.overdue && !isByDueDate ? sql`offset 0` : sql.empty;
  const first = (archived: PastOrPresent) => sql`
    select * from (
      select ${enrollmentColumns}, ${order.columns} from learning.enrollments e
       where ${matches(portalId, visible, { ...query, archived })} ${fence}) e
     where ${extraCondition} order by ${order.by} limit ${limit + offset}`;
  const rows =
    query.archived === 'all' ? sql`(${first('false')}) union all (${first('true')})` : first(query.archived);
  const columns = query.sort ? sql`${enrollmentColumns}, ${order.values}` : enrollmentColumns;
  return sql`
    select ${columns} from (${rows}) e
     order by ${order.by} limit ${limit} offset ${offset}`;
}

@Injectable()
export class EnrollmentsQueries {
  constructor(
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** One page and the total: last changed first, or in the order of `sort` with one row more. */
  async page(
    portalId: number,
    visible: VisibleAccounts,
    query: ListEnrollmentsQuery,
  ): Promise<{ total: number; rows: EnrollmentRow[] }> {
    const { key, direction } = query.sort ?? { key: 'updated_time', direction: 'desc' };
    const order = new SortOrder(sortKeys[key], sql`e.id`, direction);
    const position = sortedPosition(query.cursor);
    const limit = query.limit + (query.sort ? 1 : 0);
    return this.#read(portalId, visible, query, position?.total, {
      order,
      isByDueDate: key === 'due_date',
      limit,
      offset: query.offset,
      extraCondition: order.after(position),
    });
  }

  /**
   * A page by key, oldest change first (contract 1.12), with one row more than
   * requested. Contains only rows that no later commit can precede: a row that changes in the meantime comes again
   * later, and none is missed.
   */
  async changes(
    portalId: number,
    visible: VisibleAccounts,
    query: ListEnrollmentsQuery,
  ): Promise<{ total: number; rows: EnrollmentRow[] }> {
    const after = changePosition(query.cursor);
    const afterCursor = after ? sql`(e.updated_time, e.id) > (${after.time}, ${after.id})` : sql`true`;
    const stableTime = await stableUntil(this.database.heavy);
    return this.#read(portalId, visible, query, after?.total, {
      order: new SortOrder([updatedTime], sql`e.id`, 'asc'),
      limit: query.limit + 1,
      offset: 0,
      extraCondition: sql`${afterCursor} and e.updated_time < ${stableTime}`,
    });
  }

  async #read(
    portalId: number,
    visible: VisibleAccounts,
    sentQuery: ListEnrollmentsQuery,
    knownTotal: number | undefined,
    piece: Piece,
  ): Promise<{ total: number; rows: EnrollmentRow[] }> {
    const query = { ...sentQuery, now: this.clock.now() };
    const [count, rows] = await Promise.all([
      knownTotal ?? this.database.heavy.value<number>(total(portalId, visible, query)),
      piece.limit === 0
        ? []
        : this.database.heavy.many<EnrollmentRow>(ordered(portalId, visible, query, piece)),
    ]);
    return { total: count ?? 0, rows };
  }

  /**
   * The matches after an id, by id. May read from a standby: this is for exports, which only administrators can
   * request.
   */
  after(
    portalId: number,
    visible: VisibleAccounts,
    query: EnrollmentFilters,
    { id, limit }: { id: number; limit: number },
  ): Promise<EnrollmentRow[]> {
    return this.database.replica.many<EnrollmentRow>(sql`
      select ${enrollmentColumns} from learning.enrollments e
       where ${matches(portalId, visible, { ...query, now: this.clock.now() })} and e.id > ${id} order by e.id limit ${limit}`);
  }

  find(
    portalId: number,
    visible: VisibleAccounts,
    id: number,
    archived: PastOrPresent,
  ): Promise<EnrollmentRow | undefined> {
    return this.database.one<EnrollmentRow>(sql`
      select ${enrollmentColumns} from learning.enrollments e
       where ${visibleEnrollments(portalId, visible, archived)} and e.id = ${id}::int`);
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
    await enforceLimit(tx, 'goals', enrollmentId, rows, 0);
  }

  /**
   * Live top-level enrollments per learning object, most first. Without a minimum, or with 0, includes objects without
   * any. These are the requested ones that the portal sees, or all that it owns or subscribes to (contract 4.24).
   */
  async aggregates(
    viewer: Viewer,
    query: { minimum: number | undefined; loIds: number[] | undefined; limit: number; offset: number },
  ): Promise<{ total: number; rows: AggregateRow[] }> {
    const { portalId } = viewer;
    const { loIds } = query;
    const isAll = (query.minimum ?? 0) === 0;
    const isRequested = (column: Statement) => (loIds ? sql`${column} = any(${loIds}::int[])` : sql`true`);
    const seen = sql`${isRequested(sql`d.lo_id`)} and ${visibleTo(viewer, loIds !== undefined)}`;
    const groups = sql`
      select lo_id, sum(n)::bigint as enrollment_count,
             coalesce(sum(n) filter (where status = 'completed'), 0)::bigint as completed_count,
             coalesce(sum(n) filter (where status = 'in-progress'), 0)::bigint as in_progress_count,
             coalesce(sum(n) filter (where status = 'not-started'), 0)::bigint as not_started_count
        from (select lo_id, status, n from ${counted}
               where portal_id = ${portalId} and not is_child and ${isRequested(sql`lo_id`)}
              ${isAll ? sql`union all select d.lo_id, null, 0 from learning.search_doc d where ${seen}` : sql.empty}) c
       group by lo_id having ${isAll ? sql`(sum(n) > 0 or bool_or(status is null))` : sql`sum(n) >= ${query.minimum}::int`}`;
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
