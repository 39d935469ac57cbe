import { Id } from '@app/contracts';
import { z } from 'zod';

/** A form with one id has no list: `lo=1`. */
const Ids = z.preprocess(
  (value) => (typeof value === 'string' ? [value] : value),
  z.array(Id).max(10_000).describe('Learning object ids.'),
);

export const CollectionItems = z
  .object({ lo: Ids })
  .meta({ id: 'CollectionItems', example: { lo: [12, 13] } });
export type CollectionItems = z.output<typeof CollectionItems>;
