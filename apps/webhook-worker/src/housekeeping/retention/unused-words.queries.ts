import { Database, sql } from '@app/database';

/** A word in one language, under the portal for whose objects it stands; 0: for those that others may see. */
export interface Word {
  portal_id: number;
  surface: string;
  language: string;
}

/**
 * Looks at the words of one portal that follow this one in the order of their keys: those that no object has are removed.
 * @returns the last of them, and how many were removed: null if somebody was writing all the time. Undefined if none
 * follows
 */
export async function removeUnusedWordsAfter(
  database: Database,
  last: Word,
  limit: number,
): Promise<(Word & { removed: number | null }) | undefined> {
  return database.one(sql`
    select portal_id, surface, language, removed
      from learning.remove_unused_words(${last.portal_id}, ${last.surface}, ${last.language}, ${limit})`);
}
