import { Id, listFrom, listSchema, paging, Words, windowError, WireTime, withinWindow } from '@app/contracts';
import { z } from 'zod';

const Ids = listFrom(Id, 10_000).describe('Learning object ids.');

export const CollectionItems = z
  .object({ lo: Ids })
  .meta({ id: 'CollectionItems', example: { lo: [12, 13] } });
export type CollectionItems = z.output<typeof CollectionItems>;

const fields = {
  id: z.int(),
  title: z.string(),
  items_count: z.int().min(0).describe('Learning objects in it that the portal can see.'),
  created_time: WireTime,
  updated_time: WireTime.describe('When its title or its items last changed.'),
};
const example = {
  id: 7,
  title: 'Onboarding',
  items_count: 12,
  created_time: '2026-01-31T06:29:13+00:00',
  updated_time: '2026-02-02T10:00:00+00:00',
};

/** A portal's own selection of learning objects. */
export const Collection = z.object(fields).meta({ id: 'Collection', example });
export type Collection = z.output<typeof Collection>;
export const CollectionPage = listSchema(Collection, 'CollectionPage');
export type CollectionPage = z.output<typeof CollectionPage>;

/** Learning objects that are shared with the portals that subscribe to the group. */
export const ContentGroup = z
  .object({ ...fields, own: z.boolean().describe('false: of another portal, to which this one subscribes.') })
  .meta({ id: 'ContentGroup', example: { ...example, own: true } });
export const ContentGroupPage = listSchema(ContentGroup, 'ContentGroupPage');

/** A collection or a content group. */
export type Selection = Collection & { own?: boolean };
export interface SelectionPage {
  total: number;
  hits: Selection[];
}

export const ListSelectionsQuery = z.object(paging()).refine(withinWindow, windowError);
export type ListSelectionsQuery = z.output<typeof ListSelectionsQuery>;

const Title = Words.pipe(z.string().trim().min(1).max(255));
export const CreateSelection = z
  .object({ title: Title })
  .meta({ id: 'CreateSelection', example: { title: 'Onboarding' } });
export type CreateSelection = z.output<typeof CreateSelection>;

export const UpdateSelection = CreateSelection.partial().meta({
  id: 'UpdateSelection',
  example: { title: 'First week' },
});
export type UpdateSelection = z.output<typeof UpdateSelection>;
