import {
  inAnyCase,
  asStored,
  Flag,
  hidden,
  pickMembers,
  namesHaving,
  listNames,
  namesWith,
  Numeric,
  listShownNames,
  storedTime,
  storedTimeOrNull,
  UnixSeconds,
  type Field,
  type NamesWith,
  type RowOf,
} from '@app/contracts';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

export const EnrollmentStatus = z
  .enum(['not-started', 'in-progress', 'completed'])
  .meta({ id: 'EnrollmentStatus' });
export type EnrollmentStatus = z.output<typeof EnrollmentStatus>;

export const ArchivedBecause = z.enum(['re-enrolled', 'deleted', 'account_closed']);
export type ArchivedBecause = z.output<typeof ArchivedBecause>;

/** One column of `learning.enrollments`, with its forms in the database, in answers and in requests. */
interface EnrollmentField extends Field {
  /** The source of its value: the database, the creation of the row, or changes to it. */
  set: 'by the database' | 'once' | 'at any change';
  /** Its schema in POST and PATCH, under the column's name; the output of the schema is stored. */
  sent?: z.ZodType;
  /** For a field that can be sent: its value in an enrollment created without it. */
  initially?: unknown;
}

const id = asStored(z.int());
const idOrNull = asStored(z.int().nullable());
const SentTime = UnixSeconds.transform((seconds) => new Date(seconds * 1000)).nullable();

/**
 * The one list of an enrollment's fields. Rows, their type, the statements that write them, the wire object, its
 * example and the bodies of POST and PATCH are generated from it. In the order of the answers.
 */
export const enrollmentFields = {
  id: { set: 'by the database', ...id, example: 501 },
  portal_id: { set: 'once', ...hidden<number>() },
  account_id: { set: 'once', ...hidden<number>() }, // `user_id` on the wire
  lo_id: { set: 'once', ...id, example: 77 },
  lo_title: { set: 'once', ...hidden<string>() },
  parent_lo_id: { set: 'at any change', ...idOrNull, example: null },
  parent_enrollment_id: { set: 'at any change', ...idOrNull, example: null },
  type: { set: 'at any change', ...asStored(z.string()), example: 'enrollment' },
  status: {
    set: 'at any change',
    ...asStored(EnrollmentStatus),
    example: 'in-progress',
    sent: inAnyCase(EnrollmentStatus),
    initially: 'not-started',
  },
  result: {
    set: 'at any change',
    ...asStored(z.number().min(0).max(100).nullable()),
    example: null,
    sent: Numeric.pipe(z.number().min(0).max(100))
      .transform((value) => Number(value.toFixed(2)))
      .nullable()
      .describe('0 to 100; kept to two decimals.'),
    initially: null,
  },
  pass: {
    set: 'at any change',
    ...asStored(z.boolean().nullable()),
    example: null,
    sent: Flag.nullable(),
    initially: null,
  },
  created_time: { set: 'by the database', ...storedTime, example: '2026-01-31T06:29:13+00:00' },
  updated_time: { set: 'by the database', ...storedTime, example: '2026-02-02T10:00:00+00:00' },
  start_date: {
    set: 'at any change',
    ...storedTimeOrNull,
    example: '2026-02-02T10:00:00+00:00',
    sent: SentTime.describe('Unix seconds.'),
    initially: null,
  },
  end_date: {
    set: 'at any change',
    ...storedTimeOrNull,
    example: null,
    sent: SentTime.describe('Unix seconds.'),
    initially: null,
  },
  due_date: {
    set: 'at any change',
    ...storedTimeOrNull,
    example: '2026-03-31T00:00:00+00:00',
    sent: SentTime.describe('Unix seconds; null removes it.'),
    initially: null,
  },
  award_required: {
    set: 'at any change',
    ...asStored(z.array(z.int()).describe('The learning objects that the award requires.')),
    example: [],
  },
  /** Whether another user than the learner has created or changed it: then the learner cannot start again. */
  supervised: { set: 'at any change', ...hidden<boolean>() },
  archived_time: { set: 'by the database', ...hidden<Date | null>() }, // shown when archived ones are requested
  archived_by: { set: 'by the database', ...hidden<number | null>() },
  archived_because: { set: 'by the database', ...hidden<ArchivedBecause | null>() },
} as const satisfies Record<string, EnrollmentField>;

type Fields = typeof enrollmentFields;
type SentName = NamesWith<Fields, { sent: z.ZodType }>;

export type EnrollmentRow = RowOf<Fields>;

/** The fields that a new enrollment must have. */
export type NewEnrollment = Pick<EnrollmentRow, NamesWith<Fields, { set: 'once' | 'at any change' }>>;

/** The fields of an enrollment that requests may set. */
export type Progress = Pick<EnrollmentRow, SentName>;

export const enrollmentFieldNames = listNames(enrollmentFields);
export const namesSetOnce = namesWith(enrollmentFields, { set: 'once' });
export const namesSetAtChange = namesWith(enrollmentFields, { set: 'at any change' });
export const publicEnrollmentFields = listShownNames(enrollmentFields);
const sentNames = namesHaving(enrollmentFields, 'sent');

/** Whether both have the same form in answers. */
export const isSameEnrollment = (one: EnrollmentRow, other: EnrollmentRow): boolean =>
  publicEnrollmentFields.every((name) => isDeepStrictEqual(one[name], other[name]));

/** The Zod shape of answers, by column name. */
export const shownEnrollmentShape = pickMembers(enrollmentFields, publicEnrollmentFields, 'shown');

/** The Zod shape of what POST and PATCH accept, all of it optional; its output is a part of {@link Progress}. */
export const progressShape = z.object(pickMembers(enrollmentFields, sentNames, 'sent')).partial().shape;

/** The values of an enrollment created without any of them. */
export const nothingYet: Progress = pickMembers(enrollmentFields, sentNames, 'initially');

/** Example values for answers, by name. */
export const shownEnrollmentExample = pickMembers(enrollmentFields, publicEnrollmentFields, 'example');
