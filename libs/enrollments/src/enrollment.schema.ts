import { EnrolledObject } from '@app/catalogue';
import { WireTime } from '@app/contracts';
import { User, userExample } from '@app/identity';
import { z } from 'zod';
import { ArchivedBecause, shownEnrollmentExample, shownEnrollmentShape } from './enrollment.fields.js';

const { id, ...otherFields } = shownEnrollmentShape;
const { id: exampleId, ...otherExamples } = shownEnrollmentExample;

/** An enrollment, for the examples of the OpenAPI document. */
export const enrollmentExample = { id: exampleId, user_id: 12, ...otherExamples, timestamp: 1770026400 };

const nameFields = { id: true, email: true, first_name: true, last_name: true, full_name: true } as const;

/** The person of an enrollment, by name. */
export const EnrolledUser = User.pick(nameFields).meta({
  id: 'EnrolledUser',
  example: z.object(User.shape).pick(nameFields).parse(userExample),
});
export type EnrolledUser = z.output<typeof EnrolledUser>;

/** One person's participation in one learning object. */
export const Enrollment = z
  .object({
    id,
    user_id: z.int().describe('Account id.'),
    ...otherFields,
    timestamp: z.int().describe('Unix seconds of the last change.'),
    lo: EnrolledObject.optional().describe('With `include=lo`.'),
    user: EnrolledUser.optional().describe('With `include=user`.'),
    archived_time: WireTime.nullable().optional().describe('With `archived`; null while it is live.'),
    archived_by: z
      .int()
      .nullable()
      .optional()
      .describe('With `archived`: the account that archived it; null: the service or its operator.'),
    archived_because: ArchivedBecause.nullable()
      .optional()
      .describe(
        'With `archived`: the user restarted it, the enrollment was deleted, or the account was closed.',
      ),
  })
  .meta({ id: 'Enrollment', example: enrollmentExample });
export type Enrollment = z.output<typeof Enrollment>;
