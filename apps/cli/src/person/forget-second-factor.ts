import { commandLine, recordAudit } from '@app/access';
import type { Database } from '@app/database';
import { removeSecondFactor } from '@app/credentials';
import { ConfigError, type Clock } from '@app/kernel';
import { enqueueMail } from '@app/mail';
import { findPersonWithAccounts } from './personal-data.queries.js';

/**
 * Turns off the second factor of a person, who then logs in with only the password and gets a mail; recorded in
 * the audit log. Ends what they granted in portals that require one.
 * @throws ConfigError when no person has this address, or there is no second factor
 */
export function forgetSecondFactor(database: Database, email: string, clock: Clock): Promise<void> {
  return database.write(async (tx) => {
    const person = await findPersonWithAccounts(tx, email);
    if (!person) throw new ConfigError(`No person has the address ${email}.`);
    const { id: personId, email: recipient, locale: language } = person;
    if (!(await removeSecondFactor(tx, personId, clock.now())))
      throw new ConfigError(`${email} has no second factor.`);
    const entry = { event: 'second_factor.changed', personId, details: { on: false } } as const;
    await enqueueMail(tx, { template: 'second-factor-off', recipient, personId, language });
    await recordAudit(tx, commandLine(), entry, clock.now());
  });
}
