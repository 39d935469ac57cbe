import { catalogueReached, type PortalVisibility } from '@app/catalogue';
import type { StaleReader, Database } from '@app/database';

/**
 * Where the catalogue may be read for somebody who sees this of it. It is the standby once it has every change that the
 * visibility was read with, so that nobody is shown what is hidden by now.
 */
export async function catalogueReader(
  database: Database,
  { version }: PortalVisibility,
): Promise<StaleReader> {
  return (await database.replica.hasRow(catalogueReached(version))) ? database.replica : database;
}
