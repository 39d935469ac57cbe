import { Inject, Injectable } from '@nestjs/common';
import { countEnrollment } from '@app/catalogue';
import type { Transaction } from '@app/database';
import { archiveEnrollment, publishEnrollment, type EnrollmentRow } from '@app/enrollments';
import { EventOutbox } from '@app/events';
import { CLOCK, type Clock } from '@app/kernel';
import { CourseCompletion } from './course-completion.js';

/** What every change of an enrollment brings with it: its event, the roll-up of courses, popularity. */
@Injectable()
export class EnrollmentChanges {
  constructor(
    private readonly completion: CourseCompletion,
    private readonly events: EventOutbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Call it last in the transaction: it locks the popularity of the learning object. */
  async created(tx: Transaction, row: EnrollmentRow): Promise<void> {
    await publishEnrollment(tx, this.events, 'enrolment.create', row);
    if (row.status === 'completed') await this.#rollUp(tx, row);
    await countEnrollment(tx, row.lo_id, 1);
  }

  async updated(tx: Transaction, before: EnrollmentRow, after: EnrollmentRow): Promise<void> {
    await publishEnrollment(tx, this.events, 'enrolment.update', after);
    if (before.status !== 'completed' && after.status === 'completed') await this.#rollUp(tx, after);
  }

  /** Whether the enrollment is completed by asking for these, all of which are completed already. */
  async completedBy(tx: Transaction, before: EnrollmentRow, asks: number[] | undefined): Promise<boolean> {
    if (asks === undefined || before.status === 'completed') return false;
    return this.completion.isDone(tx, { ...before, award_required: asks });
  }

  /** Archives a live enrollment: it leaves the lists, the history stays. */
  archive(tx: Transaction, portalId: number, id: number): Promise<void> {
    return archiveEnrollment(tx, this.events, portalId, id);
  }

  async #rollUp(tx: Transaction, completed: EnrollmentRow): Promise<void> {
    for (const row of await this.completion.rollUp(tx, completed, this.clock.now())) {
      await publishEnrollment(tx, this.events, 'enrolment.update', row);
    }
  }
}
