import {
  csv,
  Cursor,
  cursorError,
  Flag,
  Id,
  inAnyCase,
  Integer,
  isCursorOfSort,
  isPagedBySort,
  listed,
  listFrom,
  listSchema,
  LookupId,
  MAX_ID,
  NextCursor,
  Numeric,
  paging,
  PastOrPresent,
  sortedOffsetError,
  sortingBy,
  Text,
  UnixSeconds,
  windowError,
  withinWindow,
} from '@app/contracts';
import { Enrollment, enrollmentExample, EnrollmentStatus, progressShape } from '@app/enrollments';
import { limits } from '@app/limits';
import { z } from 'zod';
import { exportExamples, exportParameters } from '../exports/index.js';

/** Adds what only `GET /v2/enrollments/{enrollment-id}` returns. */
export const EnrollmentDetail = Enrollment.extend({
  goals: z.array(z.object({ goal_id: z.int(), value: z.number().nullable() }).meta({ id: 'GoalLink' })),
}).meta({ id: 'EnrollmentDetail', example: { ...enrollmentExample, goals: [{ goal_id: 9, value: 0.5 }] } });
export type EnrollmentDetail = z.output<typeof EnrollmentDetail>;

export const EnrollmentPage = listSchema(Enrollment, 'EnrollmentPage', { next_cursor: NextCursor });
export type EnrollmentPage = z.output<typeof EnrollmentPage>;

const include = csv(listed(Text, ['lo', 'user']), 50)
  .optional()
  .describe(
    '`lo` includes the learning object; `user` the name and e-mail address of the person, with the scope `user.read`.',
  );

const archived = PastOrPresent.default('false').describe(
  'true: only archived enrollments; all: these too. Their rows carry `archived_time`, `archived_by` and `archived_because`.',
);

/** Filters shared by lists and exports. */
const filters = {
  archived,
  lo_ids: csv(LookupId).optional().describe('Comma-separated learning object ids.'),
  lo_id: LookupId.optional().describe('One learning object id.'),
  status: csv(inAnyCase(EnrollmentStatus)).optional().describe('Comma-separated; matches any of them.'),
  overdue: Flag.optional().describe(
    'true: only live enrollments that are past their due date and not completed.',
  ),
  updated: UnixSeconds.optional().describe('Changed at or after this time.'),
  user_id: LookupId.optional().describe('Account id; only administrators may leave it out.'),
  exclude_child_enrollments: Flag.optional().describe(
    'true leaves out enrollments that belong to another one.',
  ),
};
export type EnrollmentFilters = z.output<z.ZodObject<typeof filters>>;

/** What enrollments are sorted by; each has an index. Names and titles are in other tables, which no index joins. */
export const enrollmentSorts = ['due_date', 'status', 'updated_time'] as const;
export type EnrollmentSort = (typeof enrollmentSorts)[number];

export const ListEnrollmentsQuery = z
  .object({
    ...paging(50),
    include,
    ...filters,
    sort: sortingBy(enrollmentSorts)
      .optional()
      .describe(
        '`due_date` (those without one are latest; only live ones), `status` (then by the last change), `updated_time`, with `:asc` or `:desc`. With it, pages go on with `cursor`, not with `offset`.',
      ),
    cursor: Cursor.optional().describe(
      'For reading all of them, oldest change first, or in the order of `sort`: `*` for the first page, then `next_cursor`.',
    ),
  })
  .refine(withinWindow, windowError)
  .refine(isPagedBySort, sortedOffsetError)
  .refine(isCursorOfSort, cursorError)
  .refine(({ sort, archived }) => archived === 'false' || sort?.key !== 'due_date', {
    path: ['sort'],
    message: 'must not be due_date for archived enrollments',
  });
export type ListEnrollmentsQuery = z.output<typeof ListEnrollmentsQuery>;

export const ExportEnrollmentsQuery = z.object({ ...exportParameters, ...filters });
export type ExportEnrollmentsQuery = z.output<typeof ExportEnrollmentsQuery>;

export const EnrollmentQuery = z.object({ include, archived });
export type EnrollmentQuery = z.output<typeof EnrollmentQuery>;

const nullable = <T extends z.ZodType>(inner: T) => inner.nullable().optional();

export const CreateEnrollmentBody = z
  .object({
    lo_id: Id,
    user_id: Id.optional().describe('Account id; by default the account of the token.'),
    ...progressShape,
    status: inAnyCase(EnrollmentStatus).default('not-started'),
    parent_enrollment_id: nullable(Id).describe('The enrollment in the course that this one belongs to.'),
    enrollment_type: Text.regex(/^[a-z][a-z0-9_-]{0,49}$/, 'must be a short word in lower case').optional(),
  })
  .meta({ id: 'CreateEnrollment', example: { lo_id: 77, user_id: 12, due_date: 1774915200 } });
export type CreateEnrollmentBody = z.output<typeof CreateEnrollmentBody>;

export const CreateEnrollmentQuery = z.object({
  're-enroll': Flag.default(false).describe(
    'true archives a live enrollment and creates a new one; a completion earlier than that of the live enrollment is ' +
      'archived itself.',
  ),
});
export type CreateEnrollmentQuery = z.output<typeof CreateEnrollmentQuery>;

export const UpdateEnrollmentQuery = z.object({
  reopen: Flag.default(false).describe(
    'true lets an administrator move a completed enrollment back to in-progress, which clears `end_date` and `pass`.',
  ),
});
export type UpdateEnrollmentQuery = z.output<typeof UpdateEnrollmentQuery>;

export const UpdateEnrollmentBody = z
  .object({
    ...progressShape,
    parent_enrollment_id: nullable(Id),
    enrollment_type: CreateEnrollmentBody.shape.enrollment_type,
    award_required: listFrom(Id, limits.award_required.most)
      .optional()
      .describe('The learning objects that the award requires.'),
  })
  .meta({ id: 'UpdateEnrollment', example: { status: 'completed', result: 92 } });
export type UpdateEnrollmentBody = z.output<typeof UpdateEnrollmentBody>;

export const AwardBody = z
  .object({
    award_id: Id.describe('A learning object of type award.'),
    user_id: Id,
    due_date: progressShape.due_date.describe('Unix seconds by which it is to be completed.'),
  })
  .meta({ id: 'AwardEnrollment', example: { award_id: 31, user_id: 12, due_date: 1774915200 } });
export type AwardBody = z.output<typeof AwardBody>;

export const GoalBody = z
  .object({ goal_id: Id, value: nullable(Numeric) })
  .meta({ id: 'EnrollmentGoal', example: { goal_id: 9, value: 0.5 } });
export type GoalBody = z.output<typeof GoalBody>;

const Count = z.int().min(0);

export const AggregatePage = listSchema(
  z
    .object({
      lo_id: z.int(),
      enrollment_count: Count,
      completed_count: Count,
      in_progress_count: Count,
      not_started_count: Count,
    })
    .meta({
      id: 'EnrollmentAggregate',
      example: {
        lo_id: 77,
        enrollment_count: 14,
        completed_count: 9,
        in_progress_count: 3,
        not_started_count: 2,
      },
    }),
  'EnrollmentAggregatePage',
);
export type AggregatePage = z.output<typeof AggregatePage>;

export const AggregatesQuery = z
  .object({
    ...paging(),
    min_enrollment_count: Integer.pipe(z.int().min(0).max(MAX_ID))
      .optional()
      .describe(
        'Only learning objects with at least this many enrollments; 0: all that the portal owns or subscribes to.',
      ),
    lo_ids: csv(LookupId)
      .optional()
      .describe(
        'Only these learning objects, `lo_ids[]=1&lo_ids[]=2` or `lo_ids=1,2`; without enrollments too.',
      ),
  })
  .refine(withinWindow, windowError)
  .refine((query) => query.min_enrollment_count !== undefined || query.lo_ids !== undefined, {
    path: ['min_enrollment_count'],
    message: 'min_enrollment_count or lo_ids[] is required',
  });
export type AggregatesQuery = z.output<typeof AggregatesQuery>;

const { shape: exported } = EnrollmentDetail.omit({ id: true, lo: true, user: true, goals: true });

/** Columns of a CSV export: the person, the object, and every field of an enrollment. */
export const exportedEnrollmentColumns: readonly string[] = [
  'id',
  'user_email',
  'user_first_name',
  'user_last_name',
  'user_closed_time',
  'lo_type',
  'lo_title',
  'lo_provider',
  ...Object.keys(exported),
];

const { id: exampleId, ...shownExample } = enrollmentExample;

export const enrollmentExportExamples = exportExamples(
  {
    id: exampleId,
    user: { email: 'ana.silva@acme.example', first_name: 'Ana', last_name: 'Silva', closed_time: null },
    lo: { type: 'course', title: 'First aid at work', provider: 'Northwind Learning' },
    ...shownExample,
    archived_time: null,
    archived_by: null,
    archived_because: null,
  },
  exportedEnrollmentColumns,
);
