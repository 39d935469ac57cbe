import pg from 'pg';

/** Wrong password, or no right to come in: Postgres itself is up. */
const refusals = new Set(['28P01', '28000']);

/**
 * Whether Postgres takes writes: its own lock file says "ready" as well while it recovers from a backup and lets
 * people read.
 */
export async function takesWrites(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 2_000,
    query_timeout: 2_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ takes: boolean }>('select not pg_is_in_recovery() as takes');
    return rows[0]?.takes ?? false;
  } catch (error) {
    return refusals.has((error as { code?: string }).code ?? '');
  } finally {
    await client.end().catch(() => undefined);
  }
}
