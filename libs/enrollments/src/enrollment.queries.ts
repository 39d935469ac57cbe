import { sql, type Statement, type Transaction } from '@app/database';
import type { EnrollmentStatus } from './enrollment.schema.js';

/** What changes as an enrollment moves. */
export interface Progress {
  status: EnrollmentStatus;
  result: number | null;
  pass: boolean | null;
  start_date: Date | null;
  end_date: Date | null;
  due_date: Date | null;
}

/** A row of `learning.enrollments`. */
export interface EnrollmentRow extends Progress {
  id: number;
  portal_id: number;
  account_id: number;
  lo_id: number;
  lo_title: string;
  parent_lo_id: number | null;
  parent_enrollment_id: number | null;
  type: string;
  created_time: Date;
  updated_time: Date;
  award_required: number[];
}

/** The columns of {@link EnrollmentRow}, of `learning.enrollments e`. */
export const enrollmentColumns = sql`
  e.id, e.portal_id, e.account_id, e.lo_id, e.lo_title, e.parent_lo_id, e.parent_enrollment_id, e.type, e.status,
  e.result, e.pass, e.created_time, e.updated_time, e.start_date, e.end_date, e.due_date, e.award_required`;

/** Takes live enrollments out of the lists; the history stays. */
export const archive = (tx: Transaction, portalId: number, which: Statement): Promise<EnrollmentRow[]> =>
  tx.many<EnrollmentRow>(sql`
    update learning.enrollments e
       set archived_time = clock_timestamp(), updated_time = clock_timestamp(), updated_xid = pg_current_xact_id()
     where e.portal_id = ${portalId} and ${which} and e.archived_time is null returning ${enrollmentColumns}`);
