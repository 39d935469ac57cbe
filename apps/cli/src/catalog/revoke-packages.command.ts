import { openDatabase, sql } from '@app/database';
import type { Command } from 'commander';
import { readCatalogConfig } from './config.js';

/** `catalog revoke-packages`: ends what was downloaded as SCORM. */
export function revokePackagesCommand(catalog: Command): void {
  catalog
    .command('revoke-packages')
    .description('end the SCORM packages that a portal has downloaded of a learning object; later ones work')
    .requiredOption('--portal <host>', 'host name of the portal')
    .requiredOption('--lo <id>', 'id of the learning object')
    .action(async (options: { portal: string; lo: string }) => {
      const database = await openDatabase({
        url: readCatalogConfig(process.env).DATABASE_URL,
        applicationName: 'catalog revoke-packages',
        poolSize: 1,
      });
      try {
        const row = await database.one<{ generation: number }>(sql`
          insert into learning.launch_generations as g (portal_id, lo_id, generation)
          select p.id, o.id, 1 from identity.portals p, learning.learning_objects o
           where p.name = ${options.portal.toLowerCase()} and o.id = ${Number(options.lo)}
          on conflict (portal_id, lo_id) do update set generation = g.generation + 1, revoked_time = now()
          returning generation`);
        if (!row) throw new Error('There is no such portal or learning object.');
        console.log(`Packages downloaded so far work no more (generation ${row.generation}).`);
      } finally {
        await database.dataSource.destroy();
      }
    });
}
