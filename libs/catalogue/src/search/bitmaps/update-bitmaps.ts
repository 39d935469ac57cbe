import type { Database } from '@app/database';
import {
  chooseKeys,
  forgetBitmapChanges,
  FREQUENT,
  holdBitmaps,
  packChanges,
  WORTH_BITMAPS,
  type Frequent,
} from './packing.queries.js';

/** How many changes of documents are taken at once: a block of bitmaps is rewritten twice while it is filled. */
export const CHANGES_AT_ONCE = 16_000;

/**
 * Brings the bitmaps of the catalogue up to date, a part of the changes at a time.
 * @param worth number of documents from which on there are bitmaps, and what gets some; tests lower both
 * @returns how many changes were taken; fewer than {@link CHANGES_AT_ONCE}: all, or another process takes them
 */
export const updateBitmaps = (
  database: Database,
  worth: { documents: number; frequent: Frequent } = { documents: WORTH_BITMAPS, frequent: FREQUENT },
): Promise<number> =>
  database.write(async (tx) => {
    if (!(await holdBitmaps(tx))) return 0;
    if (await chooseKeys(tx, worth.documents, worth.frequent)) return packChanges(tx, CHANGES_AT_ONCE);
    return forgetBitmapChanges(tx, CHANGES_AT_ONCE);
  });
