import {
  placesBelow,
  presentLearningObject,
  visibleRows,
  type LearningObject,
  type PortalLearningObjectRow,
  type PortalVisibility,
} from '@app/catalogue';
import type { AnyReader } from '@app/database';
import { limits } from '@app/limits';

/**
 * The deepest level of a tree that is shown: a course, its modules, their items, and courses that contain
 * courses.
 */
const MAX_DEPTH = 10;

/** Characters of descriptions that a tree shows: twice as many as a page of a search. */
const MAX_CHARACTERS = 10_000_000;

/**
 * The object with everything it contains, in order; undefined when the portal may not see it. Of a tree with more
 * places than there may be (stored before there was a limit), or with descriptions beyond all measure, the first, level
 * by level.
 */
export async function readTree(
  reader: AnyReader,
  visibility: PortalVisibility,
  id: number,
): Promise<LearningObject | undefined> {
  const places = await placesBelow(reader, id);
  const children = Map.groupBy(places, (place) => place.parent_id);
  // level by level: the loop goes on with what it adds
  const ids = new Set([id]);
  for (const at of ids) for (const { child_id } of children.get(at) ?? []) ids.add(child_id);
  const rows = await readRows(reader, visibility, [...ids]);
  const root = rows.get(id);
  if (!root) return undefined;
  const tree = presentLearningObject(root);
  let room = limits.places.most;
  let characters = MAX_CHARACTERS;
  let level = [tree];
  for (let depth = 1; depth < MAX_DEPTH && level.length > 0; depth += 1) {
    const next: LearningObject[] = [];
    for (const holder of level)
      for (const { child_id } of children.get(holder.id) ?? []) {
        const row = rows.get(child_id);
        if (!row) continue;
        room -= 1;
        characters -= row.description.length;
        if (room < 0 || characters < 0) return tree;
        const item = presentLearningObject(row);
        holder.items.push(item);
        next.push(item);
      }
    level = next;
  }
  return tree;
}

/** Objects read together, of which most courses have fewer. */
const AT_ONCE = 250;

/** The visible ones by id, the last ones left out where nothing of them would be shown for the descriptions before. */
async function readRows(
  reader: AnyReader,
  visibility: PortalVisibility,
  ids: readonly number[],
): Promise<Map<number, PortalLearningObjectRow>> {
  const rows = new Map<number, PortalLearningObjectRow>();
  let characters = 0;
  for (let from = 0; from < ids.length && characters <= MAX_CHARACTERS; from += AT_ONCE)
    for (const row of await visibleRows(reader, visibility, ids.slice(from, from + AT_ONCE))) {
      rows.set(row.id, row);
      characters += row.description.length;
    }
  return rows;
}
