import {
  contentsOf,
  placesBelow,
  visibleRows,
  type ImportContent,
  type PortalLearningObjectRow,
  type PortalVisibility,
} from '@app/catalogue';
import type { Reader } from '@app/database';

/** An item with the content that a player shows. */
export interface PlayableItem extends PortalLearningObjectRow {
  content: ImportContent;
}

export interface Playable {
  lo: PortalLearningObjectRow;
  /** The playable items in it, in course order; itself if it is an item. */
  items: PlayableItem[];
}

/** What a player can show for the object; undefined when the portal may not see it. */
export async function playableItems(
  reader: Reader,
  visibility: PortalVisibility,
  id: number,
): Promise<Playable | undefined> {
  const places = await placesBelow(reader, id);
  const rows = await visibleRows(reader, visibility, [
    ...new Set([id, ...places.map((place) => place.child_id)]),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const lo = byId.get(id);
  if (!lo) return undefined;
  const children = Map.groupBy(places, (place) => place.parent_id);
  const items: PortalLearningObjectRow[] = [];
  const seen = new Set<number>();
  const visit = (at: number): void => {
    const row = byId.get(at);
    if (!row || seen.has(at)) return;
    seen.add(at);
    if (row.has_preview) items.push(row);
    for (const place of children.get(at) ?? []) visit(place.child_id);
  };
  visit(id);
  const contents = await contentsOf(
    reader,
    items.map((item) => item.id),
  );
  return { lo, items: items.map((item) => ({ ...item, content: contents.get(item.id) ?? {} })) };
}
