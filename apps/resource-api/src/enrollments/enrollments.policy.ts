import type { Actor } from '@app/access';
import { BadRequest, Forbidden } from '@app/kernel';
import { visibleAccounts, type VisibleAccounts } from '../users/index.js';
import type { UpdateEnrollmentBody } from './enrollments.schema.js';

/**
 * Whose enrollments `actor` may list.
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

/** @throws BadRequest when it is an application's account: applications cannot learn, their people are named. */
export function assertIsPerson(account: { id: number; person_id: number | null }, actor: Actor): void {
  if (account.person_id !== null) return;
  throw account.id === actor.accountId
    ? BadRequest.field('user_id', 'is required for an application', 'required')
    : BadRequest.field('user_id', 'an application cannot learn');
}

/** Whether the actor acts on others by right, rather than on itself. */
export const isSupervisor = (actor: Actor): boolean => actor.isAdministrator || actor.has('Manager');

const beyondStatus: (keyof UpdateEnrollmentBody)[] = [
  'due_date',
  'start_date',
  'end_date',
  'result',
  'pass',
  'parent_enrollment_id',
  'enrollment_type',
  'award_required',
];

/**
 * Learners and content administrators may move their own enrollments, nothing else.
 * @throws Forbidden `role_required` when another field is sent.
 */
export function assertMayChange(actor: Actor, change: Partial<UpdateEnrollmentBody>): void {
  if (isSupervisor(actor)) return;
  const field = beyondStatus.find((name) => change[name] !== undefined);
  if (field === undefined) return;
  throw new Forbidden('role_required', `Changing ${field} needs the role Administrator or Manager.`);
}

/** @throws Forbidden: awards are given by those who supervise. */
export function assertMayAward(actor: Actor): void {
  if (!isSupervisor(actor)) {
    throw new Forbidden('role_required', 'Giving an award needs the role Administrator or Manager.');
  }
}
