import { sql, type Transaction } from '@app/database';
import type { Configuration } from './configuration.schema.js';

/** Merges the pairs into the portal's configuration. @returns all of it */
export async function mergeConfiguration(
  tx: Transaction,
  portalId: number,
  pairs: Configuration,
): Promise<Configuration | undefined> {
  const row = await tx.one<{ configuration: Configuration }>(sql`
    update identity.portals set configuration = configuration || ${pairs}::jsonb, updated_time = now()
     where id = ${portalId} returning configuration`);
  return row?.configuration;
}
