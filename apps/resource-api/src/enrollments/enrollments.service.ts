import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@app/access';
import { keptObjects, unknownObjects, visibleIds } from '@app/catalogue';
import { nextCursor } from '@app/contracts';
import { Database, type Reader, type Transaction } from '@app/database';
import {
  archiveEnrollment,
  changeEnrollment,
  isCompletedBy,
  move,
  presentEnrollment,
  type Enrollment,
  type EnrollmentRow,
  type EnrollmentStatus,
} from '@app/enrollments';
import { EventOutbox } from '@app/events';
import { assertMatch } from '@app/http';
import { BadRequest, CLOCK, orNotFound, type Clock } from '@app/kernel';
import { isDeepStrictEqual } from 'node:util';
import { visibleAccounts, UsersQueries } from '../users/index.js';
import {
  assertMayAward,
  assertMayDelete,
  assertMayInclude,
  assertMayLinkGoal,
  assertMayWrite,
  listableEnrollments,
  mayReopen,
} from './enrollments.policy.js';
import { EnrollmentCreator } from './enrollment-creator.js';
import { EnrollmentIncludes } from './enrollment-includes.service.js';
import { presentEnrollmentDetail } from './enrollments.presenter.js';
import { EnrollmentsQueries, type GoalRow } from './enrollments.queries.js';
import type {
  AggregatePage,
  AggregatesQuery,
  AwardBody,
  CreateEnrollmentBody,
  EnrollmentDetail,
  EnrollmentPage,
  EnrollmentQuery,
  GoalBody,
  ListEnrollmentsQuery,
  UpdateEnrollmentBody,
  UpdateEnrollmentQuery,
} from './enrollments.schema.js';

@Injectable()
export class EnrollmentsService {
  constructor(
    private readonly database: Database,
    private readonly queries: EnrollmentsQueries,
    private readonly users: UsersQueries,
    private readonly creator: EnrollmentCreator,
    private readonly includes: EnrollmentIncludes,
    private readonly events: EventOutbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(actor: Actor, query: ListEnrollmentsQuery): Promise<EnrollmentPage> {
    assertMayInclude(actor, query.include);
    const visible = listableEnrollments(actor, query.user_id);
    if (query.user_id !== undefined) {
      // learning records stay available after people have left
      const closed = query.archived === 'false' ? 'false' : 'all';
      orNotFound(
        await this.users.find(this.database, actor.portalId, visible, query.user_id, closed),
        'user',
      );
    }
    const { total, rows } =
      query.sort || query.cursor === undefined
        ? await this.queries.page(actor.portalId, visible, query)
        : await this.queries.changes(actor.portalId, visible, query);
    const page = rows.slice(0, query.limit);
    const included = await this.includes.read(this.database, actor, page, query.include);
    return {
      total,
      hits: page.map((row) =>
        presentEnrollment(row, { ...included(row), archived: query.archived !== 'false' }),
      ),
      ...nextCursor(rows, query, total),
    };
  }

  async get(actor: Actor, id: number, { include, archived }: EnrollmentQuery): Promise<EnrollmentDetail> {
    assertMayInclude(actor, include);
    const visible = visibleAccounts(actor);
    const row = orNotFound(await this.queries.find(actor.portalId, visible, id, archived), 'enrollment');
    const [goals, included] = await Promise.all([
      this.queries.goals(this.database, actor.portalId, id),
      this.includes.read(this.database, actor, [row], include),
    ]);
    return presentEnrollmentDetail(row, goals, { ...included(row), archived: archived !== 'false' });
  }

  /** @throws Conflict `enrollment_exists` with the id of the live enrollment; Forbidden `licence_required` */
  async create(actor: Actor, body: CreateEnrollmentBody, reEnroll: boolean): Promise<Enrollment> {
    const { lo_id: loId, user_id: accountId = actor.accountId, ...fields } = body;
    return this.database.write(async (tx) => {
      const row = await this.creator.create(tx, actor, { accountId, loId, fields, reEnroll });
      return presentEnrollment(row, { archived: row.archived_time !== null });
    });
  }

  /** @throws BadRequest when `award_id` is not an award; Conflict `enrollment_exists` */
  async award(actor: Actor, body: AwardBody): Promise<Enrollment> {
    assertMayAward(actor, body.user_id);
    return this.database.write(async (tx) =>
      presentEnrollment(
        await this.creator.create(tx, actor, {
          accountId: body.user_id,
          loId: body.award_id,
          fields: { due_date: body.due_date, enrollment_type: 'award' },
          reEnroll: false,
          only: 'award',
        }),
      ),
    );
  }

  /** @throws Conflict `invalid_transition` */
  async update(
    actor: Actor,
    id: number,
    body: UpdateEnrollmentBody,
    { reopen, ifMatch }: UpdateEnrollmentQuery & { ifMatch: string | undefined },
  ): Promise<EnrollmentDetail> {
    return this.database.write(async (tx) => {
      const before = orNotFound(
        await this.queries.lock(tx, actor.portalId, visibleAccounts(actor), id),
        'enrollment',
      );
      const goals = await this.queries.goals(tx, actor.portalId, id);
      await this.#assertMatch(tx, actor, ifMatch, before, goals);
      assertMayWrite(actor, before.account_id, body);
      await this.#assertMayComplete(tx, actor, before, body.status);
      const { parent_enrollment_id, enrollment_type, award_required, ...progress } = body;
      if (award_required?.includes(before.lo_id))
        throw BadRequest.field('award_required', 'must not name the enrollment’s own learning object');
      await this.#assertKnown(tx, actor, award_required);
      const parent = await this.#parent(tx, before, parent_enrollment_id);
      const completes = !progress.status && (await isCompletedBy(tx, before, award_required));
      const requestedProgress = { ...progress, ...(completes && { status: 'completed' as const }) };
      const now = this.clock.now();
      const changedRow: EnrollmentRow = {
        ...before,
        ...move(before, requestedProgress, reopen && mayReopen(actor), now),
        ...parent,
        type: enrollment_type ?? before.type,
        award_required: award_required ?? before.award_required,
      };
      const change = { accountId: actor.accountId, now };
      return presentEnrollmentDetail(
        await changeEnrollment(tx, this.events, before, changedRow, change),
        goals,
      );
    });
  }

  async linkGoal(actor: Actor, id: number, body: GoalBody): Promise<EnrollmentDetail> {
    return this.database.write(async (tx) => {
      const before = orNotFound(
        await this.queries.lock(tx, actor.portalId, visibleAccounts(actor), id),
        'enrollment',
      );
      assertMayLinkGoal(actor);
      const goal = { goal_id: body.goal_id, value: body.value ?? null };
      const goals = await this.queries.goals(tx, actor.portalId, id);
      const isNewGoal = !goals.some((linked) => isDeepStrictEqual({ ...linked }, goal));
      if (isNewGoal) await this.queries.linkGoal(tx, actor.portalId, id, goal);
      const change = { accountId: actor.accountId, now: this.clock.now(), isMore: isNewGoal };
      const after = await changeEnrollment(tx, this.events, before, before, change);
      return presentEnrollmentDetail(after, await this.queries.goals(tx, actor.portalId, id));
    });
  }

  /** Archives the enrollment: it leaves the lists but stays in the history. */
  async remove(actor: Actor, id: number, ifMatch: string | undefined): Promise<void> {
    await this.database.write(async (tx) => {
      const row = orNotFound(
        await this.queries.lock(tx, actor.portalId, visibleAccounts(actor), id),
        'enrollment',
      );
      assertMayDelete(actor, row);
      await this.#assertMatch(tx, actor, ifMatch, row, await this.queries.goals(tx, actor.portalId, id));
      const archiving = { archivedBy: actor.accountId, because: 'deleted' } as const;
      await archiveEnrollment(tx, this.events, row.portal_id, row.id, archiving);
    });
  }

  /** The ETag may have been read with the learning object, the person, both or neither. */
  async #assertMatch(
    tx: Transaction,
    actor: Actor,
    ifMatch: string | undefined,
    row: EnrollmentRow,
    goals: readonly GoalRow[],
  ): Promise<void> {
    if (ifMatch === undefined) return;
    const { lo, user } = (await this.includes.read(tx, actor, [row], ['lo', 'user']))(row);
    const forms = [{}, { lo }, { user }, { lo, user }];
    assertMatch(ifMatch, ...forms.map((form) => presentEnrollmentDetail(row, goals, form)));
  }

  async aggregates(actor: Actor, query: AggregatesQuery): Promise<AggregatePage> {
    const { total, rows } = await this.queries.aggregates(actor, {
      minimum: query.min_enrollment_count,
      loIds: query.lo_ids,
      limit: query.limit,
      offset: query.offset,
    });
    return { total, hits: rows };
  }

  /** Awards are completed by their requirements, or by those who may give them. */
  async #assertMayComplete(
    reader: Reader,
    actor: Actor,
    before: EnrollmentRow,
    status: EnrollmentStatus | undefined,
  ): Promise<void> {
    if (status !== 'completed' || before.status === 'completed') return;
    const object = (await keptObjects(reader, [before.lo_id])).get(before.lo_id);
    if (object?.type === 'award') assertMayAward(actor, before.account_id);
  }

  /** @throws BadRequest naming the ids that the portal may not see, because the award could never be completed */
  async #assertKnown(tx: Transaction, actor: Actor, required: readonly number[] = []): Promise<void> {
    const visible = new Set(await visibleIds(tx, actor, required));
    const unknown = required.filter((id) => !visible.has(id));
    if (unknown.length > 0) throw unknownObjects('award_required', unknown);
  }

  async #parent(tx: Transaction, row: EnrollmentRow, parentId: number | null | undefined) {
    if (parentId === undefined) return {};
    if (parentId === row.id) throw BadRequest.field('parent_enrollment_id', 'must be another enrollment');
    const parent = await this.creator.lockParent(tx, row.portal_id, row.account_id, parentId);
    return { parent_enrollment_id: parent?.id ?? null, parent_lo_id: parent?.lo_id ?? null };
  }
}
