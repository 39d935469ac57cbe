import { openDatabase, type Database } from '@app/database';
import { ConfigError, systemClock } from '@app/kernel';
import type { Command } from 'commander';
import { readApplyConfig } from '../apply/config.js';
import { erasePerson } from './erase-person.js';
import { findPersonWithAccounts, keptAbout } from './kept-data.queries.js';

/** `person export|erase`: what the law gives people a right to. */
export function personCommand(program: Command): void {
  const person = program
    .command('person')
    .description('data protection: export or erase a person (DATABASE_URL of the owner)');
  person
    .command('export')
    .description('print everything that is kept about a person, as JSON')
    .argument('<email>', 'in any letter case')
    .action((email: string) =>
      withDatabase(async (database) => {
        const found = await findPersonWithAccounts(database, email);
        if (!found) throw new ConfigError(`Nobody has the address ${email}.`);
        console.log(JSON.stringify(await keptAbout(database, found), null, 2));
      }),
    );
  person
    .command('erase')
    .description('erase a person in all portals; enrollments stay as statistics of nobody')
    .argument('<email>', 'in any letter case')
    .requiredOption('--yes', 'this cannot be undone')
    .action((email: string) =>
      withDatabase(async (database) => {
        const accounts = await erasePerson(database, email, systemClock);
        console.log(`Erased, with ${accounts} ${accounts === 1 ? 'account' : 'accounts'}.`);
      }),
    );
}

async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  const database = await openDatabase({
    url: readApplyConfig(process.env).DATABASE_URL,
    applicationName: 'person',
    poolSize: 2,
  });
  try {
    await work(database);
  } finally {
    await database.dataSource.destroy();
  }
}
