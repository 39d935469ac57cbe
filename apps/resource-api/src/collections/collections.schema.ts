import { Id, listFrom } from '@app/contracts';
import { z } from 'zod';

const Ids = listFrom(z.array(Id).max(10_000).describe('Learning object ids.'));

export const CollectionItems = z
  .object({ lo: Ids })
  .meta({ id: 'CollectionItems', example: { lo: [12, 13] } });
export type CollectionItems = z.output<typeof CollectionItems>;
