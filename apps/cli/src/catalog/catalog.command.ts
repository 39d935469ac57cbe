import type { Command } from 'commander';
import { exportCommand } from './export.command.js';
import { importCommand } from './import.command.js';
import { revokePackagesCommand } from './revoke-packages.command.js';
import { subscriptionCommands } from './subscription.command.js';

/** `catalog`: imports and exports learning objects. */
export function catalogCommand(program: Command): void {
  const catalog = program.command('catalog').description('import and export learning objects');
  importCommand(catalog);
  exportCommand(catalog);
  revokePackagesCommand(catalog);
  subscriptionCommands(catalog);
}
