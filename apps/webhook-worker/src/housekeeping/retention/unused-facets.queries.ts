import { Database, sql } from '@app/database';

/**
 * Looks at values of facets that an object has lost: those that no object has are removed.
 * @returns how many were looked at, at most `limit`; undefined if somebody was writing all the time
 */
export async function removeUnusedFacets(database: Database, limit: number): Promise<number | undefined> {
  return (
    (await database.value<number | null>(sql`select learning.remove_unused_facets(${limit}) as looked_at`)) ??
    undefined
  );
}
