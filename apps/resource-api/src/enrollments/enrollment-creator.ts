import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@app/access';
import { licenceRequired, visibleLearningObject, type VisibleLearningObject } from '@app/catalogue';
import type { Transaction } from '@app/database';
import {
  archiveEnrollment,
  assertShortHistory,
  enrollmentCreated,
  findLiveEnrollment,
  insertEnrollment,
  isEarlierCompletion,
  move,
  nothingYet,
  type EnrollmentRow,
  type ProgressChange,
} from '@app/enrollments';
import { EventOutbox } from '@app/events';
import { BadRequest, CLOCK, Conflict, Forbidden, orNotFound, type Clock } from '@app/kernel';
import { visibleAccounts, UsersQueries } from '../users/index.js';
import { assertIsPerson, assertMayAward, assertMayRestart, assertMayWrite } from './enrollments.policy.js';
import { EnrollmentsQueries } from './enrollments.queries.js';
import type { UpdateEnrollmentBody } from './enrollments.schema.js';

interface EnrollmentRequest {
  accountId: number;
  loId: number;
  /** As they were sent: the caller needs the right to write each. */
  fields: ProgressChange & Pick<UpdateEnrollmentBody, 'parent_enrollment_id' | 'enrollment_type'>;
  /** Whether to archive a live enrollment in favour of the new one, or the new one if it was completed earlier. */
  reEnroll: boolean;
  only?: 'award';
}

/** Creates enrollments for all endpoints (contract 4.18). */
@Injectable()
export class EnrollmentCreator {
  constructor(
    private readonly queries: EnrollmentsQueries,
    private readonly users: UsersQueries,
    private readonly events: EventOutbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @throws NotFound for a user or object that the actor may not see; Forbidden `role_required` for awards and for
   *   what others have graded, `licence_required`; Conflict `enrollment_exists`; BadRequest; LimitReached
   */
  async create(tx: Transaction, actor: Actor, request: EnrollmentRequest): Promise<EnrollmentRow> {
    const { portalId } = actor;
    const { accountId, loId, fields } = request;
    const { parent_enrollment_id: parentId = null, enrollment_type: type, ...progress } = fields;
    const lo = await this.#getEnrollable(tx, actor, request);
    const parent = await this.lockParent(tx, portalId, accountId, parentId);
    const live = request.reEnroll ? await findLiveEnrollment(tx, portalId, accountId, loId, true) : undefined;
    if (live) assertMayRestart(actor, live, progress.status ?? 'not-started');
    const archiving = { archivedBy: actor.accountId, because: 're-enrolled' } as const;
    const isPast = live !== undefined && isEarlierCompletion(progress, live);
    if (live && !isPast) await archiveEnrollment(tx, this.events, portalId, live.id, archiving);
    const newRow = {
      portal_id: portalId,
      account_id: accountId,
      lo_id: loId,
      lo_title: lo.title,
      parent_lo_id: parent?.lo_id ?? null,
      parent_enrollment_id: parent?.id ?? null,
      type: type ?? (lo.type === 'award' ? 'award' : 'enrollment'),
      award_required: [],
      supervised: accountId !== actor.accountId,
      ...move(nothingYet, progress, false, this.clock.now()),
    };
    const row = await insertEnrollment(tx, newRow, isPast ? archiving : undefined);
    if (!row) {
      const other = await findLiveEnrollment(tx, portalId, accountId, loId);
      throw new Conflict('enrollment_exists', 'This user is already enrolled in this learning object.', {
        enrollment_id: other?.id,
        id: other?.id,
      });
    }
    await assertShortHistory(tx, row);
    if (!isPast) await enrollmentCreated(tx, this.events, row, this.clock.now());
    return row;
  }

  /**
   * Whether the caller may enroll this person in this object, with these fields.
   * @returns the object; the account stays locked until the transaction ends
   */
  async #getEnrollable(
    tx: Transaction,
    actor: Actor,
    { accountId, loId, fields, only }: EnrollmentRequest,
  ): Promise<VisibleLearningObject> {
    assertMayWrite(actor, accountId, fields);
    const learner = await this.users.lockOpen(tx, actor.portalId, visibleAccounts(actor), accountId);
    assertIsPerson(orNotFound(learner, 'user'), actor);
    const lo = orNotFound(await visibleLearningObject(tx, actor, loId), 'learning object');
    if (only && lo.type !== only)
      throw BadRequest.field('award_id', 'is not a learning object of type award');
    if (licenceRequired(lo)) {
      throw new Forbidden('licence_required', 'The portal has no licence for this learning object.');
    }
    if (lo.type === 'award') assertMayAward(actor, accountId);
    return lo;
  }

  /** The learner's enrollment to use as parent, locked. @throws BadRequest when it is not theirs */
  async lockParent(tx: Transaction, portalId: number, accountId: number, id: number | null) {
    if (id === null) return undefined;
    const parent = await this.queries.lock(tx, portalId, { kind: 'only', id: accountId }, id);
    if (!parent) throw BadRequest.field('parent_enrollment_id', 'is not an enrollment of this user');
    return parent;
  }
}
