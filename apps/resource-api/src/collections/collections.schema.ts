import { Id } from '@app/contracts';
import { z } from 'zod';

export const CollectionItems = z
  .object({ lo: z.array(Id).max(10_000).describe('Learning object ids.') })
  .meta({ id: 'CollectionItems', example: { lo: [12, 13] } });
export type CollectionItems = z.output<typeof CollectionItems>;
