import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@app/access';
import {
  learningObjectsByIds,
  licenceRequired,
  visibleLearningObject,
  type LearningObject,
  type VisibleLearningObject,
} from '@app/catalogue';
import { nextCursor } from '@app/contracts';
import { Database, type Reader, type Transaction } from '@app/database';
import {
  archiveEnrollment,
  assertShortHistory,
  enrollmentCreated,
  enrollmentUpdated,
  findLiveEnrollment,
  insertEnrollment,
  isCompletedBy,
  move,
  nothingYet,
  presentEnrollment,
  saveEnrollment,
  type Enrollment,
  type EnrollmentRow,
  type ProgressChange,
} from '@app/enrollments';
import { EventOutbox } from '@app/events';
import { assertMatch } from '@app/http';
import { BadRequest, CLOCK, Conflict, Forbidden, found, type Clock } from '@app/kernel';
import { visibleAccounts, UsersQueries } from '../users/index.js';
import {
  assertIsPerson,
  assertMayAward,
  assertMayDelete,
  assertMayLinkGoal,
  assertMayWrite,
  listableEnrollments,
  mayReopen,
} from './enrollments.policy.js';
import { presentDetail } from './enrollments.presenter.js';
import { EnrollmentsQueries, type GoalRow } from './enrollments.queries.js';
import type {
  AggregatePage,
  AggregatesQuery,
  AwardBody,
  CreateEnrollmentBody,
  EnrollmentDetail,
  EnrollmentPage,
  GoalBody,
  ListEnrollmentsQuery,
  UpdateEnrollmentBody,
} from './enrollments.schema.js';

@Injectable()
export class EnrollmentsService {
  constructor(
    private readonly database: Database,
    private readonly queries: EnrollmentsQueries,
    private readonly users: UsersQueries,
    private readonly events: EventOutbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(actor: Actor, query: ListEnrollmentsQuery): Promise<EnrollmentPage> {
    const visible = listableEnrollments(actor, query.user_id);
    if (query.user_id !== undefined) {
      found(await this.users.find(this.database, actor.portalId, visible, query.user_id), 'user');
    }
    const { total, rows } =
      query.cursor === undefined
        ? await this.queries.page(actor.portalId, visible, query)
        : await this.queries.changes(actor.portalId, visible, query, query.cursor);
    const page = rows.slice(0, query.limit);
    const objects = await this.#objects(this.database, actor, page, query.include);
    return {
      total,
      hits: page.map((row) => presentEnrollment(row, objects.get(row.lo_id))),
      ...nextCursor(rows, query.limit, query.cursor ?? null, total),
    };
  }

  async get(actor: Actor, id: number, include?: readonly string[]): Promise<EnrollmentDetail> {
    const row = found(await this.queries.find(actor.portalId, visibleAccounts(actor), id), 'enrollment');
    const [goals, objects] = await Promise.all([
      this.queries.goals(this.database, actor.portalId, id),
      this.#objects(this.database, actor, [row], include),
    ]);
    return presentDetail(row, goals, objects.get(row.lo_id));
  }

  /** @throws Conflict `enrollment_exists` with the id of the live enrollment; Forbidden `licence_required` */
  async create(actor: Actor, body: CreateEnrollmentBody, reEnroll: boolean): Promise<Enrollment> {
    const { lo_id, user_id = actor.accountId, ...fields } = body;
    const { parent_enrollment_id = null, enrollment_type: type, ...progress } = fields;
    assertMayWrite(actor, fields);
    return this.database.write(async (tx) =>
      presentEnrollment(
        await this.#enroll(tx, actor, user_id, lo_id, {
          progress,
          parentEnrollmentId: parent_enrollment_id,
          type,
          reEnroll,
        }),
      ),
    );
  }

  /** @throws BadRequest when `award_id` is no award; Conflict `enrollment_exists` */
  async award(actor: Actor, body: AwardBody): Promise<Enrollment> {
    assertMayAward(actor);
    return this.database.write(async (tx) =>
      presentEnrollment(
        await this.#enroll(tx, actor, body.user_id, body.award_id, {
          progress: { due_date: body.due_date },
          parentEnrollmentId: null,
          type: 'award',
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
    ifMatch: string | undefined,
  ): Promise<EnrollmentDetail> {
    return this.database.write(async (tx) => {
      const before = found(
        await this.queries.lock(tx, actor.portalId, visibleAccounts(actor), id),
        'enrollment',
      );
      const goals = await this.queries.goals(tx, actor.portalId, id);
      await this.#assertMatch(tx, actor, ifMatch, before, goals);
      assertMayWrite(actor, body);
      const { parent_enrollment_id, enrollment_type, award_required, ...progress } = body;
      const parent = await this.#parent(tx, before, parent_enrollment_id);
      const completes = !progress.status && (await isCompletedBy(tx, before, award_required));
      const wish = { ...progress, ...(completes && { status: 'completed' as const }) };
      const after = await saveEnrollment(tx, {
        ...before,
        ...move(before, wish, mayReopen(actor), this.clock.now()),
        ...parent,
        type: enrollment_type ?? before.type,
        award_required: award_required ?? before.award_required,
      });
      await enrollmentUpdated(tx, this.events, before, after, this.clock.now());
      return presentDetail(after, goals);
    });
  }

  async linkGoal(actor: Actor, id: number, body: GoalBody): Promise<EnrollmentDetail> {
    return this.database.write(async (tx) => {
      const before = found(
        await this.queries.lock(tx, actor.portalId, visibleAccounts(actor), id),
        'enrollment',
      );
      assertMayLinkGoal(actor);
      await this.queries.linkGoal(tx, actor.portalId, id, {
        goal_id: body.goal_id,
        value: body.value ?? null,
      });
      const after = await saveEnrollment(tx, before);
      await enrollmentUpdated(tx, this.events, before, after, this.clock.now());
      return presentDetail(after, await this.queries.goals(tx, actor.portalId, id));
    });
  }

  /** Archives the enrollment: it leaves the lists, the history stays. */
  async remove(actor: Actor, id: number, ifMatch: string | undefined): Promise<void> {
    await this.database.write(async (tx) => {
      const row = found(
        await this.queries.lock(tx, actor.portalId, visibleAccounts(actor), id),
        'enrollment',
      );
      assertMayDelete(actor);
      await this.#assertMatch(tx, actor, ifMatch, row, await this.queries.goals(tx, actor.portalId, id));
      await archiveEnrollment(tx, this.events, row.portal_id, row.id);
    });
  }

  /** It may have been read with its learning object or without. */
  async #assertMatch(
    tx: Transaction,
    actor: Actor,
    ifMatch: string | undefined,
    row: EnrollmentRow,
    goals: readonly GoalRow[],
  ): Promise<void> {
    if (ifMatch === undefined) return;
    const lo = (await this.#objects(tx, actor, [row], ['lo'])).get(row.lo_id);
    assertMatch(ifMatch, presentDetail(row, goals), presentDetail(row, goals, lo));
  }

  async aggregates(actor: Actor, query: AggregatesQuery): Promise<AggregatePage> {
    const { total, rows } = await this.queries.aggregates(actor.portalId, {
      minimum: query.min_enrollment_count,
      loIds: query.lo_ids,
      limit: query.limit,
      offset: query.offset,
    });
    return { total, hits: rows };
  }

  async #enroll(
    tx: Transaction,
    actor: Actor,
    accountId: number,
    loId: number,
    wish: {
      progress: ProgressChange;
      parentEnrollmentId: number | null;
      type: string | undefined;
      reEnroll: boolean;
      only?: 'award';
    },
  ): Promise<EnrollmentRow> {
    const { portalId } = actor;
    const learner = found(await this.users.hold(tx, portalId, visibleAccounts(actor), accountId), 'user');
    assertIsPerson(learner, actor);
    const lo = await this.#enrollable(tx, portalId, loId, wish.only);
    const parent = await this.#parentOf(tx, portalId, accountId, wish.parentEnrollmentId);
    const live = await findLiveEnrollment(tx, portalId, accountId, loId);
    if (live && wish.reEnroll) await archiveEnrollment(tx, this.events, portalId, live.id);
    const row = await insertEnrollment(tx, {
      portal_id: portalId,
      account_id: accountId,
      lo_id: loId,
      lo_title: lo.title,
      parent_lo_id: parent?.lo_id ?? null,
      parent_enrollment_id: parent?.id ?? null,
      type: wish.type ?? (lo.type === 'award' ? 'award' : 'enrollment'),
      award_required: [],
      ...move(nothingYet, wish.progress, true, this.clock.now()),
    });
    if (!row) {
      // not `live`: that may have been archived by the request that was quicker
      const other = await findLiveEnrollment(tx, portalId, accountId, loId);
      throw new Conflict('enrollment_exists', 'This user is already enrolled in this learning object.', {
        enrollment_id: other?.id,
        id: other?.id,
      });
    }
    await assertShortHistory(tx, row);
    await enrollmentCreated(tx, this.events, row, this.clock.now());
    return row;
  }

  async #enrollable(
    reader: Reader,
    portalId: number,
    loId: number,
    only: 'award' | undefined,
  ): Promise<VisibleLearningObject> {
    const lo = found(await visibleLearningObject(reader, portalId, loId), 'learning object');
    if (only && lo.type !== only)
      throw BadRequest.field('award_id', 'is not a learning object of type award');
    if (licenceRequired(lo)) {
      throw new Forbidden('licence_required', 'The portal has no licence for this learning object.');
    }
    return lo;
  }

  async #parentOf(tx: Transaction, portalId: number, accountId: number, id: number | null) {
    if (id === null) return undefined;
    const parent = await this.queries.lock(tx, portalId, { kind: 'only', id: accountId }, id);
    if (!parent) throw BadRequest.field('parent_enrollment_id', 'is no enrollment of this user');
    return parent;
  }

  async #parent(tx: Transaction, row: EnrollmentRow, wanted: number | null | undefined) {
    if (wanted === undefined) return {};
    if (wanted === row.id) throw BadRequest.field('parent_enrollment_id', 'must be another enrollment');
    const parent = await this.#parentOf(tx, row.portal_id, row.account_id, wanted);
    return { parent_enrollment_id: parent?.id ?? null, parent_lo_id: parent?.lo_id ?? null };
  }

  async #objects(
    reader: Reader,
    actor: Actor,
    rows: readonly EnrollmentRow[],
    include: readonly string[] | undefined,
  ): Promise<Map<number, LearningObject>> {
    if (!include?.includes('lo')) return new Map();
    return learningObjectsByIds(reader, actor.portalId, [...new Set(rows.map((row) => row.lo_id))]);
  }
}
