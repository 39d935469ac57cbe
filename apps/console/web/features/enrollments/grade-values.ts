import { endDay, toDay } from '../../ui/day.js';
import type { EnrollmentStatusName } from './enrollments-search.js';
import type { ConsoleEnrollment } from './enrollments.queries.js';

export type PassName = 'open' | 'passed' | 'failed';

/** The editable part of an enrollment, as in the form's fields. */
export type GradeValues = {
  status: EnrollmentStatusName;
  /** 0 to 100, or empty. */
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

/** The edited members, in the form of the API. */
export const toChange = (values: GradeValues, names: readonly (keyof GradeValues)[]) => ({
  ...(names.includes('status') && { status: values.status }),
  ...(names.includes('result') && { result: values.result === '' ? null : Number(values.result) }),
  ...(names.includes('pass') && { pass: passes[values.pass] }),
  ...(names.includes('due_date') && { due_date: endDay(values.due_date) ?? null }),
});
