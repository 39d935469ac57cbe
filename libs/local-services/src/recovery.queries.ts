import pg from 'pg';

/** Wrong password or no right to connect: Postgres itself is up. */
const refusals = new Set(['28P01', '28000']);

/**
 * Whether Postgres accepts writes. Its lock file also says "ready" while it recovers from a backup and allows reads.
 */
export async function acceptsWrites(url: string): Promise<boolean> {
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
