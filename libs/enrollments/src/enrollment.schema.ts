import { LearningObject } from '@app/catalogue';
import { z } from 'zod';
import { shownExample, shownShape } from './enrollment.fields.js';

const { id, ...otherFields } = shownShape;
const { id: exampleId, ...otherExamples } = shownExample;

/** An enrollment, for the examples of the OpenAPI document. */
export const enrollmentExample = { id: exampleId, user_id: 12, ...otherExamples, timestamp: 1770026400 };

/** One person's participation in one learning object. */
export const Enrollment = z
  .object({
    id,
    user_id: z.int().describe('Account id.'),
    ...otherFields,
    timestamp: z.int().describe('Unix seconds of the last change.'),
    lo: LearningObject.optional().describe('With `include=lo`, if the portal can see the learning object.'),
  })
  .meta({ id: 'Enrollment', example: enrollmentExample });
export type Enrollment = z.output<typeof Enrollment>;
