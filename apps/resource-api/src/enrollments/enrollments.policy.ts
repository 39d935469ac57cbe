import { assertAllowed, type Actor } from '@app/access';
import type { EnrollmentRow, EnrollmentStatus } from '@app/enrollments';
import { BadRequest, Forbidden } from '@app/kernel';
import { visibleAccounts, type VisibleAccounts } from '../users/index.js';
import type { UpdateEnrollmentBody } from './enrollments.schema.js';

/**
 * The people whose enrollments `actor` may list.
 * @throws Forbidden when neither administrator nor manager and no user is named (specification, Enrollments).
 */
export function listableEnrollments(actor: Actor, userId: number | undefined): VisibleAccounts {
  const visible = visibleAccounts(actor);
  if (userId === undefined && visible.kind !== 'all') {
    throw new Forbidden(
      'administrator_required',
      'Without user_id the caller must be an administrator of the portal.',
    );
  }
  return visible;
}

/** @throws Forbidden `insufficient_scope`: names and addresses need the scope that reads people */
export function assertMayInclude(actor: Actor, include: readonly string[] = []): void {
  if (include.includes('user')) assertAllowed(actor, { scope: 'user.read' });
}

/** @throws BadRequest for an application's account: applications cannot learn; the person must be named */
export function assertIsPerson(account: { id: number; person_id: number | null }, actor: Actor): void {
  if (account.person_id !== null) return;
  throw account.id === actor.accountId
    ? BadRequest.field('user_id', 'is required for an application', 'required')
    : BadRequest.field('user_id', 'an application cannot be enrolled');
}

/** Whether the actor supervises this account rather than learns with it; managers are learners in their own courses. */
const supervises = (actor: Actor, accountId: number): boolean =>
  actor.isAdministrator || (actor.has('Manager') && accountId !== actor.accountId);

type Field = keyof UpdateEnrollmentBody;
/** Fields that learners and content administrators may write in their own enrollments. */
const writableByLearners: readonly string[] = ['status'] satisfies Field[];
/** Fields that managers may not write in their own enrollments: grades. */
const grades: readonly string[] = ['result', 'pass', 'award_required'] satisfies Field[];

const isOwnField = (actor: Actor, name: string): boolean =>
  actor.has('Manager') ? !grades.includes(name) : writableByLearners.includes(name);

/**
 * Learners and content administrators may change only the status of their own enrollments; managers may change all
 * of their own but grades (contract 4.21).
 * @throws Forbidden `role_required` when another field is sent
 */
export function assertMayWrite(actor: Actor, accountId: number, fields: Partial<UpdateEnrollmentBody>): void {
  if (supervises(actor, accountId)) return;
  const field = Object.entries(fields).find(
    ([name, value]) => value !== undefined && !isOwnField(actor, name),
  );
  if (field) throw supervisorsOnly(`Changing ${field[0]}`);
}

/** @throws Forbidden: awards are given and completed by those who supervise the learner */
export function assertMayAward(actor: Actor, accountId: number): void {
  if (!supervises(actor, accountId)) throw supervisorsOnly('Giving an award');
}

/**
 * Learners may restart only a not-started enrollment that no other person has assigned, graded or changed.
 * @param live the enrollment to archive for the new one
 * @throws Forbidden `role_required`
 */
export function assertMayRestart(actor: Actor, live: EnrollmentRow, status: EnrollmentStatus): void {
  if (supervises(actor, live.account_id)) return;
  if (live.supervised)
    throw supervisorsOnly('Restarting an enrollment that another person has assigned or graded');
  if (status !== 'not-started') throw supervisorsOnly('Restarting with a status other than not-started');
}

/** @throws Forbidden: only administrators and managers may link goals */
export function assertMayLinkGoal(actor: Actor): void {
  if (!actor.isAdministrator && !actor.has('Manager')) throw supervisorsOnly('Linking a goal');
}

/**
 * @throws Forbidden: only supervisors may archive enrollments; managers also their own if no other person was involved
 */
export function assertMayDelete(actor: Actor, row: EnrollmentRow): void {
  if (supervises(actor, row.account_id) || (actor.has('Manager') && !row.supervised)) return;
  throw supervisorsOnly('Deleting an enrollment');
}

const supervisorsOnly = (what: string): Forbidden =>
  new Forbidden('role_required', `${what} needs the role Administrator, or that of the user’s manager.`);

/** Whether the actor may move a completed enrollment back to in-progress. */
export const mayReopen = (actor: Actor): boolean => actor.isAdministrator;
