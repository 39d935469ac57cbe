import { Inject, Injectable } from '@nestjs/common';
import { countEnrollment } from '@app/catalogue';
import type { Transaction } from '@app/database';
import { EventOutbox } from '@app/events';
import { CLOCK, type Clock } from '@app/kernel';
import { AccountClosing } from '../users/index.js';
import { CourseCompletion } from './course-completion.js';
import { presentForEvent } from './enrollments.presenter.js';
import { EnrollmentsQueries, type EnrollmentRow } from './enrollments.queries.js';

/** What every change of an enrollment brings with it: its event, the roll-up of courses, popularity. */
@Injectable()
export class EnrollmentChanges {
  constructor(
    private readonly queries: EnrollmentsQueries,
    private readonly completion: CourseCompletion,
    private readonly events: EventOutbox,
    @Inject(CLOCK) private readonly clock: Clock,
    closing: AccountClosing,
  ) {
    closing.add((tx, portalId, accountId) => this.#archiveAllOf(tx, portalId, accountId));
  }

  /** Call it last in the transaction: it locks the popularity of the learning object. */
  async created(tx: Transaction, row: EnrollmentRow): Promise<void> {
    await this.#publish(tx, 'enrolment.create', row);
    if (row.status === 'completed') await this.#rollUp(tx, row);
    await countEnrollment(tx, row.lo_id, 1);
  }

  async updated(tx: Transaction, before: EnrollmentRow, after: EnrollmentRow): Promise<void> {
    await this.#publish(tx, 'enrolment.update', after);
    if (before.status !== 'completed' && after.status === 'completed') await this.#rollUp(tx, after);
  }

  /** Archives a live enrollment: it leaves the lists, the history stays. */
  async archive(tx: Transaction, portalId: number, id: number): Promise<void> {
    const row = await this.queries.archive(tx, portalId, id);
    if (!row) return;
    await this.#publish(tx, 'enrolment.delete', row);
    await countEnrollment(tx, row.lo_id, -1);
  }

  /** Archives every live enrollment of an account that is being closed. */
  async #archiveAllOf(tx: Transaction, portalId: number, accountId: number): Promise<void> {
    for (const id of await this.queries.liveIdsOf(tx, portalId, accountId))
      await this.archive(tx, portalId, id);
  }

  async #rollUp(tx: Transaction, completed: EnrollmentRow): Promise<void> {
    for (const row of await this.completion.rollUp(tx, completed, this.clock.now())) {
      await this.#publish(tx, 'enrolment.update', row);
    }
  }

  #publish(
    tx: Transaction,
    type: 'enrolment.create' | 'enrolment.update' | 'enrolment.delete',
    row: EnrollmentRow,
  ): Promise<void> {
    return this.events.append(tx, {
      portalId: row.portal_id,
      type,
      objectType: 'enrollment',
      objectId: row.id,
      data: presentForEvent(row),
    });
  }
}
