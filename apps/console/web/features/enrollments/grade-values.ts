import { endDay, toDay } from '../../ui/day.js';
import type { EnrollmentStatusName } from './enrollments-search.js';
import type { ConsoleEnrollment } from './enrollments.queries.js';

export type PassName = 'open' | 'passed' | 'failed';

/** The editable part of an enrollment, as fields show it. */
export type GradeValues = {
  status: EnrollmentStatusName;
  /** 0 to 100, or nothing. */
  result: string;
  pass: PassName;
  /** A day. */
  due_date: string;
};

const passes: Record<PassName, boolean | null> = { open: null, passed: true, failed: false };

export const readGrade = ({ status, result, pass, due_date: due }: ConsoleEnrollment): GradeValues => ({
  status,
  result: result === null ? '' : String(result),
  pass: pass === null ? 'open' : pass ? 'passed' : 'failed',
  due_date: toDay(due),
});

/** The members that were edited, as the API takes them. */
export const toChange = (values: GradeValues, names: readonly (keyof GradeValues)[]) => ({
  ...(names.includes('status') && { status: values.status }),
  ...(names.includes('result') && { result: values.result === '' ? null : Number(values.result) }),
  ...(names.includes('pass') && { pass: passes[values.pass] }),
  ...(names.includes('due_date') && { due_date: endDay(values.due_date) ?? null }),
});
