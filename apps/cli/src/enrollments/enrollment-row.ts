import { ArchivedBecause, EnrollmentStatus } from '@app/enrollments';
import { Email, type CustomFieldRow } from '@app/identity';
import type { TableFields } from '@app/tables';
import { z } from 'zod';
import { customFieldColumns, emailSpellings } from '../users/people-fields.js';

/** A day, a time with an offset, or seconds since 1970. */
const Time = z.string().transform((text, context) => {
  const isTime = z.union([z.iso.date(), z.iso.datetime({ offset: true })]).safeParse(text).success;
  const time = /^\d{9,11}$/.test(text) ? new Date(Number(text) * 1_000) : new Date(isTime ? text : NaN);
  if (!Number.isNaN(time.getTime())) return time;
  context.addIssue('must be a date such as 2026-01-31, a time such as 2026-01-31T06:29:13Z, or Unix seconds');
  return z.NEVER;
});
const Ids = z.array(z.coerce.number().pipe(z.int().min(1)));

const Row = z.object({
  /** In the file, for rows that name it as their parent. */
  id: z.string().optional(),
  user_email: Email.optional(),
  custom_fields: z.record(z.string(), z.unknown()).optional(),
  lo_id: z.int().min(1).max(2_147_483_647).optional(),
  provider: z.string().optional(),
  external_id: z.string().optional(),
  lo_title: z.string().min(1).max(255).optional(),
  parent_enrollment_id: z.string().optional(),
  type: z.string().max(255).optional(),
  status: EnrollmentStatus.default('completed'),
  result: z.number().min(0).max(100).optional(),
  pass: z.boolean().optional(),
  created_time: Time.optional(),
  start_date: Time.optional(),
  end_date: Time.optional(),
  due_date: Time.optional(),
  award_required: Ids.default([]),
  archived_time: Time.optional(),
  archived_because: ArchivedBecause.default('re-enrolled'),
});

/** One line of the table, checked. */
export type EnrollmentImportRow = z.output<typeof Row>;

/** @returns the row, or the reason why it is invalid */
export function readEnrollmentRow(value: unknown, now: Date): EnrollmentImportRow | { reason: string } {
  const { data: row, error } = Row.safeParse(value);
  if (!row)
    return { reason: error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ') };
  const reason = findFault(row, now);
  return reason === undefined ? row : { reason };
}

function findFault(row: EnrollmentImportRow, now: Date): string | undefined {
  if (row.user_email === undefined && row.custom_fields === undefined)
    return 'names no person: user_email, or a custom field';
  if (row.lo_id === undefined && (row.provider === undefined || row.external_id === undefined))
    return 'names no learning object: lo_id, or provider and external_id';
  if (row.status === 'completed' && !row.end_date) return 'end_date: is required if completed';
  for (const name of ['created_time', 'end_date', 'archived_time'] as const)
    if (row[name] && row[name] > now && (name !== 'end_date' || row.status === 'completed'))
      return `${name}: is in the future`;
  if (row.start_date && row.end_date && row.end_date < row.start_date)
    return 'end_date: must not be before start_date';
  return undefined;
}

/** The columns of a table of enrollments, in a portal with these custom fields of people. */
export const enrollmentFields = (defined: readonly CustomFieldRow[]): TableFields => ({
  byName: {
    id: { kind: 'text' },
    user_email: { kind: 'text', spellings: ['email', ...emailSpellings] },
    ...customFieldColumns(defined),
    lo_id: { kind: 'integer' },
    provider: { kind: 'text' },
    external_id: { kind: 'text' },
    lo_title: { kind: 'text' },
    parent_enrollment_id: { kind: 'text' },
    type: { kind: 'text' },
    status: { kind: 'lower' },
    result: { kind: 'number', spellings: ['score', 'grade', 'ergebnis', 'résultat'] },
    pass: { kind: 'boolean', spellings: ['passed', 'bestanden', 'réussi'] },
    created_time: { kind: 'text' },
    start_date: { kind: 'text', spellings: ['started', 'started on', 'beginn'] },
    end_date: {
      kind: 'text',
      spellings: ['completion date', 'completed on', 'completed at', 'abschlussdatum', 'date de fin'],
    },
    due_date: { kind: 'text', spellings: ['due', 'deadline'] },
    award_required: { kind: 'list' },
    archived_time: { kind: 'text' },
    archived_because: { kind: 'text' },
  },
  computed: [
    'user_id',
    'user_first_name',
    'user_last_name',
    'user_closed_time',
    'lo_type',
    'lo_provider',
    'parent_lo_id',
    'updated_time',
    'archived_by',
    'timestamp',
  ],
  required: [],
});
