import type { Actor } from '@app/access';
import type { EnrollmentRow, EnrollmentStatus } from '@app/enrollments';
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

/** Whether the actor acts on this account by right, rather than learns: managers are learners of their own courses. */
const supervises = (actor: Actor, accountId: number): boolean =>
  actor.isAdministrator || (actor.has('Manager') && accountId !== actor.accountId);

type Field = keyof UpdateEnrollmentBody;
/** What learners and content administrators may write of their own enrollments. */
const writableByLearners: readonly string[] = ['status'] satisfies Field[];
/** What managers may not write of their own: grades. */
const grades: readonly string[] = ['result', 'pass', 'award_required'] satisfies Field[];

const isOwnField = (actor: Actor, name: string): boolean =>
  actor.has('Manager') ? !grades.includes(name) : writableByLearners.includes(name);

/**
 * Learners and content administrators may move their own enrollments, nothing else; managers write all of their own
 * but grades.
 * @throws Forbidden `role_required` when another field is sent.
 */
export function assertMayWrite(actor: Actor, accountId: number, fields: Partial<UpdateEnrollmentBody>): void {
  if (supervises(actor, accountId)) return;
  const field = Object.entries(fields).find(
    ([name, value]) => value !== undefined && !isOwnField(actor, name),
  );
  if (field) throw supervisorsOnly(`Changing ${field[0]}`);
}

/** @throws Forbidden: awards are given, and called completed, by those who supervise the learner. */
export function assertMayAward(actor: Actor, accountId: number): void {
  if (!supervises(actor, accountId)) throw supervisorsOnly('Giving an award');
}

/**
 * Learners begin again only what nobody else has assigned, graded or changed, and at its beginning.
 * @param live what is archived for the new enrollment
 * @throws Forbidden `role_required`
 */
export function assertMayBeginAgain(actor: Actor, live: EnrollmentRow, status: EnrollmentStatus): void {
  if (supervises(actor, live.account_id)) return;
  if (live.supervised) throw supervisorsOnly('Beginning again what somebody else has assigned or graded');
  if (status !== 'not-started') throw supervisorsOnly('Beginning again anywhere but at not-started');
}

/** @throws Forbidden: goals are linked by administrators and managers. */
export function assertMayLinkGoal(actor: Actor): void {
  if (!actor.isAdministrator && !actor.has('Manager')) throw supervisorsOnly('Linking a goal');
}

/** @throws Forbidden: enrollments are archived by those who supervise; managers archive what is theirs alone, too. */
export function assertMayDelete(actor: Actor, row: EnrollmentRow): void {
  if (supervises(actor, row.account_id) || (actor.has('Manager') && !row.supervised)) return;
  throw supervisorsOnly('Deleting an enrollment');
}

const supervisorsOnly = (what: string): Forbidden =>
  new Forbidden('role_required', `${what} needs the role Administrator, or that of the user’s manager.`);

/** Whether the actor may take a completed enrollment back to in-progress. */
export const mayReopen = (actor: Actor): boolean => actor.isAdministrator;
