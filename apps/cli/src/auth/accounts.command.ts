import { commandLine, recordAudit } from '@app/access';
import type { Database } from '@app/database';
import { archiveEnrollments } from '@app/enrollments';
import { EventOutbox } from '@app/events';
import { findPortalByName, presentUser, removeAccount } from '@app/identity';
import { ConfigError, Problem, systemClock } from '@app/kernel';
import type { Command } from 'commander';
import { endRights, openAccountByEmail } from './accounts.queries.js';
import { withDatabase } from '../with-database.js';

/**
 * Removes a person from a portal, as DELETE /v2/users/{id} does.
 * @returns the id of the account
 * @throws ConfigError when portal or account is unknown, or the portal would lose its last administrator
 */
export async function removeFromPortal(database: Database, host: string, email: string): Promise<number> {
  const portal = await findPortalByName(database, host);
  if (!portal) throw new ConfigError(`There is no portal ${host}.`);
  const id = await openAccountByEmail(database, portal.id, email);
  if (id === undefined) throw new ConfigError(`${email} has no account in ${host}.`);
  const outbox = EventOutbox.withoutHints();
  return database
    .write(async (tx) => {
      const account = await removeAccount(tx, portal.id, id, {
        closeWork: () => archiveEnrollments(tx, outbox, portal.id, id, null),
        revokeRights: endRights,
      });
      await outbox.append(tx, {
        portalId: portal.id,
        type: 'user.delete',
        objectType: 'user',
        objectId: id,
        data: presentUser(account),
      });
      const entry = { event: 'user.closed', portalId: portal.id, details: { user_id: id } } as const;
      await recordAudit(tx, commandLine(), entry, systemClock.now());
      return id;
    })
    .catch((error: unknown) => {
      throw error instanceof Problem ? new ConfigError(`${email}: ${error.message}`) : error;
    });
}

/** `auth accounts`: lists and removes accounts. */
export function accountsCommand(auth: Command): void {
  const accounts = auth.command('accounts').description('accounts of people in portals');

  accounts
    .command('remove <portal-host> <email>')
    .description('close an account and end its tokens and sessions; learning records stay')
    .action((host: string, email: string) =>
      withDatabase('cli', async (database) => {
        console.log(`Account ${await removeFromPortal(database, host, email)} of ${host} is closed.`);
      }),
    );
}
