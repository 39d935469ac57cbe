import { ConfigError, systemClock } from '@app/kernel';
import type { Command } from 'commander';
import { withDatabase } from '../with-database.js';
import { erasePerson } from './erase-person.js';
import { forgetSecondFactor } from './forget-second-factor.js';
import { findPersonWithAccounts, readPersonalData } from './personal-data.queries.js';

/** `person`: people's legal rights to their data, and help for a lost second factor. */
export function personCommand(program: Command): void {
  const person = program
    .command('person')
    .description('export, erase or help a person, in all portals (DATABASE_URL of the owner)');
  person
    .command('export')
    .description('print everything that is stored about a person, as JSON')
    .argument('<email>', 'in any letter case')
    .action((email: string) =>
      withDatabase('person', async (database) => {
        const foundPerson = await findPersonWithAccounts(database, email);
        if (!foundPerson) throw new ConfigError(`No person has the address ${email}.`);
        console.log(JSON.stringify(await readPersonalData(database, foundPerson), null, 2));
      }),
    );
  person
    .command('erase')
    .description('erase a person in all portals; enrollments stay, without a person')
    .argument('<email>', 'in any letter case')
    .requiredOption('--yes', 'this cannot be undone')
    .action((email: string) =>
      withDatabase('person', async (database) => {
        const accounts = await erasePerson(database, email, systemClock);
        console.log(`Erased the person and ${accounts} ${accounts === 1 ? 'account' : 'accounts'}.`);
      }),
    );
  person
    .command('forget-second-factor')
    .description('turn off the second factor of a person who has lost device and recovery codes')
    .argument('<email>', 'in any letter case')
    .action((email: string) =>
      withDatabase('person', async (database) => {
        await forgetSecondFactor(database, email, systemClock);
        console.log(`The second factor of ${email} is off; a new one can be set up at /oauth/account.`);
      }),
    );
}
