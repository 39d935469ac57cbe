import { Pricing, Shortened, WireTime } from '@app/contracts';
import { limits } from '@app/limits';
import { z } from 'zod';
import { LearningObjectType } from './import-record.js';

/** Where and when a learning object takes place. */
const LearningEvent = z
  .object({
    id: z.int(),
    start: WireTime,
    end: WireTime,
    location: z
      .object({
        country: z.string(),
        locality: z.string().nullable(),
        thoroughfare: z.string().nullable(),
      })
      .meta({ id: 'Location' }),
  })
  .meta({ id: 'LearningEvent' });

const Attributes = z
  .looseObject({
    topics: z.array(
      z
        .object({
          key: z.int().describe('The same for the same topic of the same owner.'),
          value: z.string(),
        })
        .meta({ id: 'Topic' }),
    ),
  })
  .meta({ id: 'LearningObjectAttributes', description: 'Topics, and further attributes from the import.' });

/** The detail resolves these links in `items`; hits show none. */
const fields = {
  id: z.int(),
  type: LearningObjectType,
  title: z.string().max(255),
  description: z.string(),
  summary: z.string().nullable(),
  image: z.string().nullable(),
  language: z.string(),
  published: z.boolean(),
  previewable: z.boolean(),
  assessable: z.boolean(),
  created_time: WireTime,
  updated_time: WireTime,
  delivery: z
    .object({ duration: z.int().describe('Minutes.'), mode: z.string() })
    .meta({ id: 'LearningObjectDelivery' }),
  pricing: Pricing,
  provider: z
    .object({ id: z.int(), name: z.string(), logo: z.string().nullable() })
    .meta({ id: 'LearningObjectProvider' }),
  ratings: z.object({ ratings_count: z.int(), five_star_rating: z.number() }).meta({ id: 'Ratings' }),
  reviews: z.object({ count: z.int(), rating: z.number() }).meta({ id: 'Reviews' }),
  tags: z.array(z.string()),
  topics: z.array(z.string()),
  items_count: z.int(),
  authors: z.array(z.string()),
  skills: z.array(z.string()),
  url: z.string().optional().describe('For link items.'),
  events: z.array(LearningEvent),
  attributes: Attributes,
  shortened: Shortened,
};

/** A learning object as every portal sees it, for the examples of the OpenAPI document. */
export const sharedLearningObjectExample = {
  id: 204,
  type: 'course' as const,
  title: 'First aid at work',
  description: 'What to do in the first minutes.',
  summary: null,
  image: null,
  language: 'en',
  published: true,
  previewable: true,
  assessable: false,
  created_time: '2026-01-15T09:00:00+00:00',
  updated_time: '2026-01-31T06:29:13+00:00',
  delivery: { duration: 45, mode: 'self-paced' },
  pricing: { currency: 'EUR', price: 0, tax: 0, tax_included: true },
  provider: { id: 7, name: 'Northwind Learning', logo: null },
  ratings: { ratings_count: 12, five_star_rating: 4.5 },
  reviews: { count: 12, rating: 4.5 },
  tags: ['safety'],
  topics: ['Health and safety'],
  items_count: 3,
  authors: ['R. Okafor'],
  skills: ['First aid'],
  events: [],
  attributes: { topics: [{ key: 31, value: 'Health and safety' }] },
};

const example = {
  ...sharedLearningObjectExample,
  subscription: { licenses: -1, package: null },
  collections: [1],
  portal_collection: true,
  items: [],
};

/** The object as every portal sees it, as sent to webhooks. */
export const SharedLearningObject = z.object(fields);
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

/** What remains of an object that its viewer may no longer see, as part of a learner's history. */
export type KeptObject = Pick<LearningObject, 'id' | 'type' | 'title' | 'provider'>;

/** A learning object in an answer (contract 4.5); only the detail fills `items`. */
export const LearningObject: z.ZodType<LearningObject> = z
  .object({
    ...fields,
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

/** The learning object of an enrollment: complete, or what remains of it. */
export const EnrolledObject = z
  .object({ ...fields, ...perPortal, items: z.array(LearningObject) })
  .partial()
  .required({ id: true, type: true, title: true, provider: true })
  .meta({
    id: 'EnrolledObject',
    description:
      'The learning object of an enrollment. Of one that has been deleted, or that the caller can no longer see, ' +
      'only `id`, `type`, `title` (as it was at enrollment) and `provider` remain.',
  });
export type EnrolledObject = z.output<typeof EnrolledObject>;
