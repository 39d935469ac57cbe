import type { Command } from 'commander';
import { writeBaseBackup } from '@app/database';
import { readDatabaseUrl } from '../with-database.js';

export function backupCommand(program: Command): void {
  const backup = program.command('backup').description('backups of Postgres');
  backup
    .command('base <folder>')
    .description(
      'make Postgres write a base backup into a folder on its own disk (DATABASE_URL of a role that may replicate and is in pg_write_server_files)',
    )
    .action(async (folder: string) => {
      await writeBaseBackup(readDatabaseUrl(process.env), folder);
      console.log(`The base backup is in ${folder} on the disk of the database server.`);
    });
}
