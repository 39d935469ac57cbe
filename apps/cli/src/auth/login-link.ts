import type { Database } from '@app/database';
import { issueOneTimeToken, landingPath, loginLinkAddress } from '@app/credentials';
import { findAccount, findPortal } from '@app/identity';
import { ConfigError, systemClock } from '@app/kernel';

/**
 * A link that logs in to this account once.
 * @throws ConfigError when nobody could log in with it
 */
export async function makeLoginLink(
  database: Database,
  portalId: number,
  accountId: number,
  options: { path: string; origin: string },
): Promise<string> {
  const path = landingPath(options.path);
  if (path === undefined) throw new ConfigError(`${options.path} is not a path on the portal's host.`);
  const portal = await findPortal(database, portalId);
  if (!portal) throw new ConfigError(`There is no portal ${portalId}.`);
  const account = await findAccount(database, portal.id, accountId);
  if (!account || account.person_id === null || !account.status) {
    throw new ConfigError(`${portal.name} has no active account ${accountId} of a person.`);
  }
  const link = { portalId: portal.id, accountId, redirectPath: path };
  const token = await database.write((tx) => issueOneTimeToken(tx, link, systemClock.now()));
  return loginLinkAddress(options.origin, portal.name, path, token);
}
