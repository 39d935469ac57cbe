import {
  hasPreview,
  placesBelow,
  visibleRows,
  type PortalLearningObjectRow,
  type Sight,
} from '@app/catalogue';
import type { Reader } from '@app/database';

export interface Playable {
  lo: PortalLearningObjectRow;
  /** What can be shown of it, in the order of the course; itself when it is an item. */
  items: PortalLearningObjectRow[];
}

/** What a player can show of the object; undefined when the portal may not see it. */
export async function playableItems(reader: Reader, sight: Sight, id: number): Promise<Playable | undefined> {
  const places = await placesBelow(reader, id);
  const rows = await visibleRows(reader, sight, [...new Set([id, ...places.map((place) => place.child_id)])]);
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
    if (hasPreview(row)) items.push(row);
    for (const place of children.get(at) ?? []) visit(place.child_id);
  };
  visit(id);
  return { lo, items };
}
