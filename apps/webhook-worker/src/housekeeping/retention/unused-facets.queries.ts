import { Database, sql } from '@app/database';

/**
 * Looks at values of facets that an object has lost: those that no object has are removed.
 * @returns how many were looked at, at most `limit`; undefined if somebody was writing all the time
 */
export async function removeUnusedFacets(database: Database, limit: number): Promise<number | undefined> {
  const row = await database.one<{ looked_at: number | null }>(
    sql`select learning.remove_unused_facets(${limit}) as looked_at`,
  );
  return row?.looked_at ?? undefined;
}
