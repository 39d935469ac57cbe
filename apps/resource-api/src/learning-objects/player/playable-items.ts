import { descendants, playableRows, type PlayableRow, type PortalVisibility } from '@app/catalogue';
import type { Reader } from '@app/database';

export interface Playable {
  lo: PlayableRow;
  /** Its playable items, in course order; the object itself if it is an item. */
  items: PlayableRow[];
}

/**
 * The parts that a player can display for the object, without their contents; undefined when the portal may not see it.
 */
export async function playableItems(
  reader: Reader,
  visibility: PortalVisibility,
  id: number,
): Promise<Playable | undefined> {
  const itemPositions = await descendants(reader, id);
  const rows = await playableRows(reader, visibility, [
    ...new Set([id, ...itemPositions.map((itemPosition) => itemPosition.child_id)]),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const lo = byId.get(id);
  if (!lo) return undefined;
  const children = Map.groupBy(itemPositions, (itemPosition) => itemPosition.parent_id);
  const items: PlayableRow[] = [];
  const seen = new Set<number>();
  const visit = (itemId: number): void => {
    const row = byId.get(itemId);
    if (!row || seen.has(itemId)) return;
    seen.add(itemId);
    if (row.has_preview) items.push(row);
    for (const itemPosition of children.get(itemId) ?? []) visit(itemPosition.child_id);
  };
  visit(id);
  return { lo, items };
}
