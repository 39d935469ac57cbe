import { BadRequest, Conflict } from '@app/kernel';
import type { EnrollmentStatus, Progress } from './enrollment.fields.js';

/** A requested change; undefined leaves a field as it is. */
export type ProgressChange = { [Field in keyof Progress]?: Progress[Field] | undefined };

const order: readonly EnrollmentStatus[] = ['not-started', 'in-progress', 'completed'];

/**
 * Whether `from` may become `to`: forwards, skipping steps if needed; a completed enrollment only if it is being
 * reopened. The same status again is not a transition. Source: contract 4.19.
 */
export function isAllowedTransition(from: EnrollmentStatus, to: EnrollmentStatus, reopens: boolean): boolean {
  if (order.indexOf(to) >= order.indexOf(from)) return true;
  return reopens && from === 'completed' && to === 'in-progress';
}

/** Whether the change is a completion that arrives late: the live enrollment was completed after it. */
export const isEarlierCompletion = ({ status, end_date }: ProgressChange, live: Progress): boolean =>
  status === 'completed' &&
  live.status === 'completed' &&
  !!end_date &&
  !!live.end_date &&
  end_date < live.end_date;

/**
 * The progress after a change. Starting sets `start_date`; completing sets `end_date` and, unless given now or before,
 * `pass` to true; reopening clears both.
 * @param mayReopen whether the request asks for it, and its actor may
 * @throws Conflict `invalid_transition`; BadRequest when it would end before it starts, or is in progress and has
 *   ended
 */
export function move(before: Progress, change: ProgressChange, mayReopen: boolean, now: Date): Progress {
  const status = change.status ?? before.status;
  if (!isAllowedTransition(before.status, status, mayReopen)) {
    throw new Conflict(
      'invalid_transition',
      before.status === 'completed' && status === 'in-progress'
        ? 'This enrollment is completed: an administrator reopens it with reopen=true.'
        : `An enrollment cannot go from ${before.status} to ${status}.`,
    );
  }
  const isMove = status !== before.status;
  const completes = isMove && status === 'completed';
  const reopens = isMove && before.status === 'completed';
  const requestedValues = Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as Partial<Progress>;
  const after: Progress = {
    ...before,
    ...(isMove && { start_date: before.start_date ?? now }),
    ...(completes && { pass: before.pass ?? true, end_date: now }),
    ...(reopens && { pass: null, end_date: null }),
    ...requestedValues,
    status,
  };
  if (change.end_date && after.status === 'in-progress' && change.end_date < now) {
    throw BadRequest.field('end_date', 'is in the past: an enrollment that has ended must be completed');
  }
  if (after.start_date && after.end_date && after.end_date < after.start_date) {
    if (change.start_date === undefined) after.start_date = after.end_date;
    else throw BadRequest.field('end_date', 'must not be before start_date');
  }
  return after;
}
