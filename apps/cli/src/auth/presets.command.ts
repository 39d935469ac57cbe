import type { Database } from '@app/database';
import { ConfigError } from '@app/kernel';
import type { Command } from 'commander';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { applyPreset, Preset } from '@app/bootstrap-files';
import { listPresets, removePreset } from './presets.queries.js';
import { withDatabase } from '../with-database.js';

const Presets = z.union([z.array(Preset), z.strictObject({ presets: z.array(Preset) }), Preset]);

/**
 * Creates or updates presets from YAML or JSON text: a single one, a list, or `presets:` as in a bootstrap
 * file.
 * @returns their creation paths
 * @throws ConfigError saying what is wrong
 */
export async function setPresets(database: Database, text: string): Promise<string[]> {
  const read = Presets.safeParse(parse(text));
  if (!read.success) throw new ConfigError(`These are not presets:\n${z.prettifyError(read.error)}`);
  const presets = Array.isArray(read.data)
    ? read.data
    : 'presets' in read.data
      ? read.data.presets
      : [read.data];
  await database.write(async (tx) => {
    for (const preset of presets) await applyPreset(tx, preset);
  });
  return presets.map(({ creation_path: path }) => path);
}

/** `auth presets`: values for creation_path on the authorize page and in POST /v2/onboard. */
export function presetsCommand(auth: Command): void {
  const presets = auth.command('presets').description('presets of new portals, named by creation_path');

  presets
    .command('list')
    .description('list the presets and what a new portal gets')
    .action(() =>
      withDatabase('cli', async (database) => {
        for (const { creationPath, title, features, plan, content } of await listPresets(database)) {
          console.log(`${creationPath}  ${title}`);
          console.log(`  features ${features.join(' ') || '-'}; plan ${JSON.stringify(plan)}`);
          const { content_groups: groups = [], collections = [] } = content;
          console.log(
            `  content groups ${JSON.stringify(groups)}; collections ${JSON.stringify(collections)}`,
          );
        }
      }),
    );

  presets
    .command('set <file>')
    .description('create or change the presets in a YAML or JSON file, in the form of a bootstrap file')
    .action((file: string) =>
      withDatabase('cli', async (database) => {
        for (const path of await setPresets(database, readFileSync(file, 'utf8'))) console.log(path);
      }),
    );

  presets
    .command('remove <creation-path>')
    .description('remove a preset; portals created with it stay as they are')
    .action((path: string) =>
      withDatabase('cli', async (database) => {
        if (!(await database.write((tx) => removePreset(tx, path))))
          throw new ConfigError(`There is no preset ${path}.`);
      }),
    );
}
