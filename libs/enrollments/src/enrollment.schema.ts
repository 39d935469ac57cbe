import { LearningObject } from '@app/catalogue';
import { WireTime } from '@app/contracts';
import { z } from 'zod';

export const EnrollmentStatus = z.enum(['not-started', 'in-progress', 'completed']);
export type EnrollmentStatus = z.output<typeof EnrollmentStatus>;

/** An enrollment, for the examples of the OpenAPI document. */
export const enrollmentExample = {
  id: 501,
  user_id: 12,
  lo_id: 77,
  parent_lo_id: null,
  parent_enrollment_id: null,
  type: 'enrollment',
  status: 'in-progress',
  result: null,
  pass: null,
  created_time: '2026-01-31T06:29:13+00:00',
  updated_time: '2026-02-02T10:00:00+00:00',
  start_date: '2026-02-02T10:00:00+00:00',
  end_date: null,
  due_date: '2026-03-31T00:00:00+00:00',
  timestamp: 1770026400,
  award_required: [],
};

/** One person's learning of one learning object. */
export const Enrollment = z
  .object({
    id: z.int(),
    user_id: z.int().describe('Account id.'),
    lo_id: z.int(),
    parent_lo_id: z.int().nullable(),
    parent_enrollment_id: z.int().nullable(),
    type: z.string(),
    status: EnrollmentStatus,
    result: z.number().min(0).max(100).nullable(),
    pass: z.boolean().nullable(),
    created_time: WireTime,
    updated_time: WireTime,
    start_date: WireTime.nullable(),
    end_date: WireTime.nullable(),
    due_date: WireTime.nullable(),
    timestamp: z.int().describe('Unix seconds of the last change.'),
    award_required: z.array(z.int()).describe('The learning objects that the award requires.'),
    lo: LearningObject.optional().describe('With `include=lo`, if the portal can see the learning object.'),
  })
  .meta({ id: 'Enrollment', example: enrollmentExample });
export type Enrollment = z.output<typeof Enrollment>;
