import {
  placesBelow,
  presentLearningObject,
  visibleRows,
  type LearningObject,
  type PortalVisibility,
} from '@app/catalogue';
import type { AnyReader } from '@app/database';

/**
 * The deepest level of a tree that is shown: a course, its modules, their items, and courses that contain
 * courses.
 */
const MAX_DEPTH = 10;

/** The object with everything it contains, in order; undefined when the portal may not see it. */
export async function readTree(
  reader: AnyReader,
  visibility: PortalVisibility,
  id: number,
): Promise<LearningObject | undefined> {
  const places = await placesBelow(reader, id);
  const ids = new Set([id, ...places.map((place) => place.child_id)]);
  const rows = new Map((await visibleRows(reader, visibility, [...ids])).map((row) => [row.id, row]));
  const children = Map.groupBy(places, (place) => place.parent_id);
  const present = (at: number, depth: number): LearningObject[] => {
    const row = rows.get(at);
    if (!row) return [];
    const held = depth < MAX_DEPTH ? (children.get(at) ?? []) : [];
    return [
      presentLearningObject(
        row,
        held.flatMap((place) => present(place.child_id, depth + 1)),
      ),
    ];
  };
  return present(id, 1)[0];
}
