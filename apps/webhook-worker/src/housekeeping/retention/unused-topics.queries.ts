import { Database, sql } from '@app/database';

/**
 * Looks at topics of one portal that an object lost before `before`: those that no object has are removed.
 * @returns how many were looked at, at most `limit`
 */
export async function removeUnusedTopics(database: Database, before: Date, limit: number): Promise<number> {
  const row = await database.one<{ looked_at: number }>(
    sql`select learning.remove_unused_topics(${before}, ${limit}) as looked_at`,
  );
  return row!.looked_at;
}
