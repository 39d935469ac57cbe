import { WireTime } from '@app/contracts';
import { z } from 'zod';
import { LearningObjectType } from './import-record.js';

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
  delivery: z.object({ duration: z.int().describe('Minutes.'), mode: z.string() }),
  pricing: z.object({
    currency: z.string(),
    price: z.number(),
    tax: z.number(),
    tax_included: z.boolean(),
  }),
  provider: z.object({ id: z.int(), name: z.string(), logo: z.string().nullable() }),
  ratings: z.object({ ratings_count: z.int(), five_star_rating: z.number() }),
  reviews: z.object({ count: z.int(), rating: z.number() }),
  tags: z.array(z.string()),
  topics: z.array(z.string()),
  items_count: z.int(),
  authors: z.array(z.string()),
  skills: z.array(z.string()),
  url: z.string().optional().describe('For link items.'),
  events: z.array(
    z.object({
      id: z.int(),
      start: WireTime,
      end: WireTime,
      location: z.object({
        country: z.string(),
        locality: z.string().nullable(),
        thoroughfare: z.string().nullable(),
      }),
    }),
  ),
  attributes: z.record(z.string(), z.json()),
};

/** The object as every portal sees it: what webhooks carry. */
export const SharedLearningObject = z.object(fields);
export type SharedLearningObject = z.output<typeof SharedLearningObject>;

const perPortal = {
  subscription: z.object({
    licenses: z.int().describe('-1 is unlimited, 0 is none.'),
    package: z.string().nullable(),
  }),
  collections: z.array(z.int()).describe('Collections of this portal that contain it.'),
  portal_collection: z.boolean().describe('Whether a collection of this portal contains it.'),
};

export interface LearningObject extends SharedLearningObject {
  subscription: { licenses: number; package: string | null };
  collections: number[];
  portal_collection: boolean;
  items: LearningObject[];
}

/** A learning object in an answer (wire contract 4, "LO object"); only the detail fills `items`. */
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
    description:
      'A learning object. `items` is empty in search results; the detail lists what a course or module contains.',
  });
