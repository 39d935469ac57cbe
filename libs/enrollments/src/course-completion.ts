import { listContainers, requiredItems } from '@app/catalogue';
import type { Transaction } from '@app/database';
import { lockAccount } from '@app/identity';
import { move } from './enrollment-states.js';
import type { EnrollmentRow } from './enrollment.fields.js';
import {
  hasCompleted,
  lockOpenEnrollments,
  saveEnrollment,
  lockWaitingEnrollments,
} from './enrollment.queries.js';

/**
 * Completes all enrollments for which `completed` was the last missing item, and so on upwards. Completing every
 * required item of a course completes its enrollment, and completing all objects that an award requires completes that
 * of the award (contract 4.20).
 * @returns the enrollments that were completed
 */
export async function rollUp(tx: Transaction, completed: EnrollmentRow, now: Date): Promise<EnrollmentRow[]> {
  const done: EnrollmentRow[] = [];
  const queue = [completed];
  for (let item = queue.shift(); item; item = queue.shift()) {
    const { portal_id, account_id, lo_id } = item;
    const containers = await listContainers(tx, lo_id);
    for (const waiting of await lockWaitingEnrollments(tx, portal_id, account_id, lo_id, containers)) {
      const required = await listRequired(tx, waiting);
      if (required.length === 0) continue;
      if (!(await hasCompleted(tx, portal_id, account_id, required))) continue;
      const after = await saveEnrollment(tx, {
        ...waiting,
        ...move(waiting, { status: 'completed' }, true, now),
      });
      done.push(after);
      queue.push(after);
    }
  }
  return done;
}

/**
 * Whether all required items of the enrollment are completed. A concurrent completion waits until this transaction ends
 * and then sees the enrollment; otherwise neither transaction would see the other's change.
 */
export async function isDone(tx: Transaction, row: EnrollmentRow): Promise<boolean> {
  const { portal_id, account_id } = row;
  const required = await listRequired(tx, row);
  if (required.length === 0) return false;
  await lockAccount(tx, portal_id, account_id); // the enrolling transaction holds it
  await lockOpenEnrollments(tx, portal_id, account_id, required);
  return hasCompleted(tx, portal_id, account_id, required);
}

const listRequired = async (tx: Transaction, row: EnrollmentRow): Promise<number[]> => [
  ...(await requiredItems(tx, row.lo_id)),
  ...row.award_required,
];
