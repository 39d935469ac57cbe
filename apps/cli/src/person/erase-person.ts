import { latestTokenExpiry } from '@app/contracts';
import type { Database } from '@app/database';
import { archiveEnrollments } from '@app/enrollments';
import { EventOutbox } from '@app/events';
import { ConfigError, type Clock } from '@app/kernel';
import {
  blankPerson,
  blankRecords,
  lockPerson,
  listSoleAdministrations,
  removeAccess,
} from './erase.queries.js';
import { findPersonWithAccounts } from './personal-data.queries.js';

/**
 * Erases a person from all tables; enrollments remain, with an account that belongs to no person.
 * Webhooks get `user.delete` for each open account and `enrolment.delete` for its enrollments, with ids only.
 * @returns how many accounts there were
 * @throws ConfigError when no person has this address, or a portal would lose its last administrator
 */
export function erasePerson(database: Database, email: string, clock: Clock): Promise<number> {
  const outbox = EventOutbox.withoutHints();
  return database.write(async (tx) => {
    const person = await findPersonWithAccounts(tx, email);
    if (!person) throw new ConfigError(`No person has the address ${email}.`);
    await lockPerson(tx, person);
    const portals = await listSoleAdministrations(tx, person.id);
    if (portals.length > 0) {
      throw new ConfigError(
        `${email} is the last active administrator of ${portals.join(', ')}: make another user an administrator first.`,
      );
    }
    await removeAccess(tx, person, latestTokenExpiry(clock.now()));
    for (const { id, portalId } of person.accounts) await archiveEnrollments(tx, outbox, portalId, id, null);
    await blankPerson(tx, person);
    // includes the events just written
    await blankRecords(tx, person);
    for (const { id, portalId } of person.accounts.filter((account) => account.isOpen)) {
      await outbox.append(tx, {
        portalId,
        type: 'user.delete',
        objectType: 'user',
        objectId: id,
        data: { id },
      });
    }
    return person.accounts.length;
  });
}
