import { WireTime } from '@app/contracts';
import { z } from 'zod';

/** Where and when a learning object takes place. */
export const LearningEvent = z
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

export const Attributes = z
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

/** The owner, as answers name it. */
export const Provider = z
  .object({ id: z.int(), name: z.string(), logo: z.string().nullable() })
  .meta({ id: 'LearningObjectProvider' });

export const Reviews = z.object({ count: z.int(), rating: z.number() }).meta({ id: 'Reviews' });
