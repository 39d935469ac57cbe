import { commandLine, recordAudit } from '@app/access';
import { endAllPackages, endPackages } from '@app/catalogue';
import type { Database } from '@app/database';
import { findPortalByName } from '@app/identity';
import { ConfigError, systemClock } from '@app/kernel';
import type { Command } from 'commander';
import { withDatabase } from '../with-database.js';

/** `catalog revoke-packages`: ends downloaded SCORM packages. */
export function revokePackagesCommand(catalog: Command): void {
  catalog
    .command('revoke-packages')
    .description(
      'stop the SCORM packages that a portal has downloaded so far, for one learning object or all (DATABASE_URL of the owner)',
    )
    .requiredOption('--portal <host>', 'host name of the portal')
    .option('--lo <id>', 'id of the learning object')
    .option('--all', 'for all learning objects')
    .action((options: { portal: string; lo?: string; all?: boolean }) =>
      withDatabase('catalog revoke-packages', async (database) => {
        await revokePackages(database, options);
        console.log('Packages downloaded so far no longer work.');
      }),
    );
}

/** @throws ConfigError when the target is missing or unknown */
export async function revokePackages(
  database: Database,
  { portal: host, lo, all = false }: { portal: string; lo?: string; all?: boolean },
): Promise<void> {
  if (all === (lo !== undefined)) throw new ConfigError('Use either --lo <id> or --all.');
  const portal = await findPortalByName(database, host);
  if (!portal) throw new ConfigError(`There is no portal ${host}.`);
  await database.write(async (tx) => {
    if (lo === undefined) await endAllPackages(tx, portal.id);
    else if (!/^\d{1,9}$/.test(lo) || !(await endPackages(tx, portal.id, Number(lo)))) {
      throw new ConfigError(`There is no learning object ${lo}.`);
    }
    const details = { lo_id: lo ?? 'all' };
    const entry = { event: 'packages.ended', portalId: portal.id, details } as const;
    await recordAudit(tx, commandLine(), entry, systemClock.now());
  });
}
