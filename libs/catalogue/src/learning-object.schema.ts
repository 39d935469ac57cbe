import { limits } from '@app/limits';
import { z } from 'zod';
import { shownObjectExample, shownObjectShape } from './learning-object.fields.js';

/** A learning object as every portal sees it, for the examples of the OpenAPI document. */
export const sharedLearningObjectExample = shownObjectExample;

const example = {
  ...sharedLearningObjectExample,
  subscription: { licenses: -1, package: null },
  collections: [1],
  portal_collection: true,
  items: [],
};

/** The object as every portal sees it, as sent to webhooks. */
export const SharedLearningObject = z.object(shownObjectShape);
export type SharedLearningObject = z.output<typeof SharedLearningObject>;

const perPortal = {
  subscription: z
    .object({
      licenses: z.int().describe('-1 is unlimited, 0 is none.'),
      package: z.string().nullable(),
    })
    .meta({ id: 'Subscription' }),
  collections: z.array(z.int()).describe('Collections of this portal that contain it.'),
  portal_collection: z.boolean().describe('Whether this portal’s default collection contains it.'),
};

export interface LearningObject extends SharedLearningObject {
  subscription: { licenses: number; package: string | null };
  collections: number[];
  portal_collection: boolean;
  items: LearningObject[];
}

/** The rest of an object that its viewer may no longer see, as part of a learner's history. */
export type KeptObject = Pick<LearningObject, 'id' | 'type' | 'title' | 'provider'>;

/** A learning object in an answer (contract 4.5); only the detail fills `items`. */
export const LearningObject: z.ZodType<LearningObject> = z
  .object({
    ...shownObjectShape,
    ...perPortal,
    get items(): z.ZodArray<z.ZodType<LearningObject>> {
      return z.array(LearningObject);
    },
  })
  .meta({
    id: 'LearningObject',
    example,
    description:
      'A learning object. `items` is empty in search results; the detail lists what a course or module contains, ' +
      `at most ${limits.places.most.toLocaleString('en')} objects on all levels together.`,
  });

/** The learning object of an enrollment: complete, or a {@link KeptObject}. */
export const EnrolledObject = z
  .object({ ...shownObjectShape, ...perPortal, items: z.array(LearningObject) })
  .partial()
  .required({ id: true, type: true, title: true, provider: true })
  .meta({
    id: 'EnrolledObject',
    description:
      'The learning object of an enrollment. Of one that has been deleted, or that the caller can no longer see, ' +
      'only `id`, `type`, `title` (as it was at enrollment) and `provider` remain.',
  });
export type EnrolledObject = z.output<typeof EnrolledObject>;
