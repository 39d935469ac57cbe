import { Database, sql } from '@app/database';

/**
 * Looks at topics of one portal that an object lost before `before`: those that no object has are removed.
 * @returns how many were looked at, at most `limit`
 */
export async function removeUnusedTopics(database: Database, before: Date, limit: number): Promise<number> {
  return (await database.value<number>(
    sql`select learning.remove_unused_topics(${before}, ${limit}) as looked_at`,
  ))!;
}
