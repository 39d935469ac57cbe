import { MAX_BYTES_PER_CHARACTER } from '@app/contracts';
import { limits } from '@app/limits';
import type { PortalLearningObjectRow } from './learning-object.presenter.js';

/** Bytes reserved for everything in a page except its objects, such as facets. */
const PAGE_FRAME_BYTES = 400_000;
/** Bytes that an object has at most without its lists and its description, and those of a label. */
const MAX_FRAME_BYTES = 15_000;
const MAX_LABEL_BYTES = 2 * 100 * MAX_BYTES_PER_CHARACTER;

const countBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** An upper bound of these rows' bytes in an answer, estimated without encoding each text. */
function estimateBytes(rows: readonly PortalLearningObjectRow[]): number {
  let bytes = 0;
  for (const { description, lists, collections } of rows) {
    const { tags, topics, authors, skills, events, attributes } = lists;
    const labels = tags.length + 2 * topics.length + authors.length + skills.length + 3 * events.length;
    bytes += description.length * MAX_BYTES_PER_CHARACTER + labels * MAX_LABEL_BYTES + MAX_FRAME_BYTES;
    bytes += collections.length * 11 + countBytes(attributes);
  }
  return bytes;
}

/** The size of a page in addition to its objects. */
export interface PageContents {
  /** The largest number of times that the page contains one object; 1 by default. */
  copies?: number;
  /** Bytes of everything else in the page. */
  otherBytes?: number;
  /** The object whose description is never cut. */
  wholeId?: number | undefined;
}

/**
 * Cuts the descriptions of a page so that it fits in {@link limits.page_bytes}; all other fields have limits of their
 * own. The description of a single object is never cut.
 */
export function fitDescriptions(
  rows: PortalLearningObjectRow[],
  { copies = 1, otherBytes = 0, wholeId }: PageContents,
): PortalLearningObjectRow[] {
  const most = (limits.page_bytes.most - PAGE_FRAME_BYTES - otherBytes) / copies;
  if (rows.length * copies === 1 || estimateBytes(rows) <= most) return rows;
  // an answer contains topics twice
  const rest = rows.reduce(
    (sum, row) => sum + countBytes([{ ...row, description: '' }, row.lists.topics]),
    0,
  );
  const descriptions = rows.reduce((sum, { description }) => sum + countBytes(description), 0);
  if (rest + descriptions <= most) return rows;
  const length = Math.floor(Math.max(0, most - rest) / MAX_BYTES_PER_CHARACTER / rows.length);
  return rows.map((row) =>
    row.id === wholeId ? row : { ...row, description: row.description.slice(0, length) },
  );
}
