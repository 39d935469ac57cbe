import {
  descendants,
  presentLearningObject,
  visibleRows,
  type LearningObject,
  type PortalLearningObjectRow,
  type PortalVisibility,
} from '@app/catalogue';
import { MAX_PAGE_DESCRIPTION_BYTES } from '@app/contracts';
import type { Reader } from '@app/database';
import { limits } from '@app/limits';

/** Maximum depth of a tree: a course, its modules, their items, and courses that contain courses. */
const MAX_DEPTH = 10;

/**
 * Reads an object and its descendants, in order; undefined when the portal may not see it. Its own description is
 * complete; those of its descendants share the bytes of a page's descriptions, and are empty over that budget. A tree
 * over the limit of bytes or items (stored before the limit) is truncated breadth-first.
 */
export async function readTree(
  reader: Reader,
  visibility: PortalVisibility,
  id: number,
): Promise<LearningObject | undefined> {
  const itemPositions = await descendants(reader, id);
  const children = Map.groupBy(itemPositions, (itemPosition) => itemPosition.parent_id);
  // level by level: the loop also visits the ids that it adds
  const ids = new Set([id]);
  for (const index of ids) for (const { child_id } of children.get(index) ?? []) ids.add(child_id);
  const rows = await readRows(reader, visibility, [...ids]);
  const root = rows.get(id);
  if (!root) return undefined;
  const tree = presentLearningObject(root);
  let room = limits.places.most;
  let bytesLeft = limits.course_bytes.most;
  let descriptionBytes = MAX_PAGE_DESCRIPTION_BYTES;
  let level = [tree];
  for (let depth = 1; depth < MAX_DEPTH && level.length > 0; depth += 1) {
    const next: LearningObject[] = [];
    for (const holder of level)
      for (const { child_id } of children.get(holder.id) ?? []) {
        const row = rows.get(child_id);
        if (!row) continue;
        room -= 1;
        if (room < 0) return tree;
        const bytes = Buffer.byteLength(row.description);
        // one object may be in the tree several times
        const isTooMuch = bytes > descriptionBytes;
        if (!isTooMuch) descriptionBytes -= bytes;
        const item = presentLearningObject(isTooMuch ? { ...row, description: '' } : row);
        bytesLeft -= Buffer.byteLength(JSON.stringify(item));
        if (bytesLeft < 0) return tree;
        holder.items.push(item);
        next.push(item);
      }
    level = next;
  }
  return tree;
}

/** Number of objects that are read together; most courses have fewer. */
const AT_ONCE = 250;

/**
 * The visible objects by id.
 * @param ids the root first
 */
async function readRows(
  reader: Reader,
  visibility: PortalVisibility,
  ids: readonly number[],
): Promise<Map<number, PortalLearningObjectRow>> {
  const rows = new Map<number, PortalLearningObjectRow>();
  const [wholeId] = ids;
  let descriptionBytes = MAX_PAGE_DESCRIPTION_BYTES;
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const chunk = ids.slice(start, start + AT_ONCE);
    for (const row of await visibleRows(reader, visibility, chunk, { descriptionBytes, wholeId })) {
      rows.set(row.id, row);
      descriptionBytes = Math.max(0, descriptionBytes - Buffer.byteLength(row.description));
    }
  }
  return rows;
}
