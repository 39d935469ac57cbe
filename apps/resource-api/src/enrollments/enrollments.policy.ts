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
const isSupervisor = (actor: Actor): boolean => actor.isAdministrator || actor.has('Manager');

/** What learners and content administrators may write of their own enrollments. */
const writableByLearners: readonly string[] = ['status'] satisfies (keyof UpdateEnrollmentBody)[];

/**
 * Learners and content administrators may move their own enrollments, nothing else.
 * @throws Forbidden `role_required` when another field is sent.
 */
export function assertMayWrite(actor: Actor, fields: Partial<UpdateEnrollmentBody>): void {
  if (isSupervisor(actor)) return;
  const field = Object.entries(fields).find(
    ([name, value]) => value !== undefined && !writableByLearners.includes(name),
  );
  if (field) throw supervisorsOnly(`Changing ${field[0]}`);
}

/** @throws Forbidden: awards are given by those who supervise. */
export function assertMayAward(actor: Actor): void {
  if (!isSupervisor(actor)) throw supervisorsOnly('Giving an award');
}

/** @throws Forbidden: goals are linked by those who supervise. */
export function assertMayLinkGoal(actor: Actor): void {
  if (!isSupervisor(actor)) throw supervisorsOnly('Linking a goal');
}

/** @throws Forbidden: enrollments are archived by those who supervise. */
export function assertMayDelete(actor: Actor): void {
  if (!isSupervisor(actor)) throw supervisorsOnly('Deleting an enrollment');
}

const supervisorsOnly = (what: string): Forbidden =>
  new Forbidden('role_required', `${what} needs the role Administrator or Manager.`);

/** Whether the actor may take a completed enrollment back to in-progress. */
export const mayReopen = (actor: Actor): boolean => actor.isAdministrator;
