import type { Database } from '@app/database';
import {
  chooseKeys,
  forgetBitmapChanges,
  FREQUENT,
  holdBitmaps,
  packChanges,
  WORTH_BITMAPS,
  type Frequent,
  type Packed,
  type PackedAtOnce,
} from './packing.queries.js';

/**
 * A block of bitmaps is rewritten twice while it is filled. Documents of common length are some 16 MB then; longer ones
 * are packed in smaller parts, so that no portal's documents take a transaction longer than others.
 */
const AT_ONCE: PackedAtOnce = { changes: 16_000, bytes: 40e6 };

/** When there are bitmaps, and of what. */
export interface Worth {
  /** Number of documents from which on there are any. */
  documents: number;
  frequent: Frequent;
}

/**
 * Brings the bitmaps of the catalogue up to date, a part of the changes at a time.
 * @param worth tests lower it
 * @returns what was done; nothing, and all, while another process does it
 */
export const updateBitmaps = (
  database: Database,
  worth: Worth = { documents: WORTH_BITMAPS, frequent: FREQUENT },
  atOnce: PackedAtOnce = AT_ONCE,
): Promise<Packed> =>
  database.write(async (tx) => {
    if (!(await holdBitmaps(tx))) return { changes: 0, isAll: true };
    if (await chooseKeys(tx, worth.documents, worth.frequent)) return packChanges(tx, atOnce);
    return forgetBitmapChanges(tx, atOnce.changes);
  });
