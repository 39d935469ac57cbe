import type { Database } from '@app/database';
import { listCustomFields, findPortalByName } from '@app/identity';
import { ConfigError } from '@app/kernel';
import type { Command } from 'commander';
import { z } from 'zod';
import { applyCustomFields, CustomField } from '@app/bootstrap-files';
import { withDatabase } from '../with-database.js';
import { countHolders, removeCustomField } from './fields.queries.js';

/** `users fields`: the custom fields that a portal defines for its people. */
export function fieldsCommand(users: Command): void {
  const fields = users.command('fields').description('custom fields for the people of a portal');
  const portal = ['--portal <host>', 'host name of the portal'] as const;

  fields
    .command('list')
    .description('list the fields with their types')
    .requiredOption(...portal)
    .action(({ portal: host }: { portal: string }) =>
      withDatabase('cli', async (database) => {
        for (const { name, type, options } of await listCustomFields(
          database,
          await portalId(database, host),
        ))
          console.log(`${name}  ${type}${options ? `: ${options.join(', ')}` : ''}`);
      }),
    );

  fields
    .command('set <name> <type> [options...]')
    .description('add or change a field: text, integer, number, boolean, date, or choice with its options')
    .requiredOption(...portal)
    .action((name: string, type: string, options: string[], { portal: host }: { portal: string }) =>
      withDatabase('cli', (database) => setCustomField(database, host, { name, type, options })),
    );

  fields
    .command('remove <name>')
    .description('remove a field without values')
    .requiredOption(...portal)
    .action((name: string, { portal: host }: { portal: string }) =>
      withDatabase('cli', (database) => deleteCustomField(database, host, name)),
    );
}

/** @throws ConfigError saying what is wrong */
export async function setCustomField(
  database: Database,
  host: string,
  field: { name: string; type: string; options: string[] },
): Promise<void> {
  const { name, type, options } = field;
  const read = CustomField.safeParse({ name, type, ...(options.length > 0 && { options }) });
  if (!read.success) throw new ConfigError(`This is not a field:\n${z.prettifyError(read.error)}`);
  const id = await portalId(database, host);
  await database.write((tx) => applyCustomFields(tx, id, [read.data]));
}

/** @throws ConfigError when the field does not exist, or a person has a value for it */
export async function deleteCustomField(database: Database, host: string, name: string): Promise<void> {
  const id = await portalId(database, host);
  await database.write(async (tx) => {
    const holders = await countHolders(tx, id, name);
    if (holders > 0) throw new ConfigError(`${holders} people have a value in ${name}: remove these first.`);
    if (!(await removeCustomField(tx, id, name))) throw new ConfigError(`${host} has no field ${name}.`);
  });
}

async function portalId(database: Database, host: string): Promise<number> {
  const portal = await findPortalByName(database, host);
  if (!portal) throw new ConfigError(`There is no portal ${host}.`);
  return portal.id;
}
