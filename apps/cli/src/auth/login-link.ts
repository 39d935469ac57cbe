import type { Database } from '@app/database';
import { issueOneTimeToken, landingPath, loginLinkAddress } from '@app/credentials';
import { findAccount, findPortalByName } from '@app/identity';
import { ConfigError, systemClock } from '@app/kernel';
import { openAccountByEmail } from './accounts.queries.js';

/**
 * A link that logs in to this person’s account in a portal once.
 * @throws ConfigError when the person has no active account in the portal
 */
export async function makeLoginLink(
  database: Database,
  host: string,
  email: string,
  options: { path: string; origin: string },
): Promise<string> {
  const path = landingPath(options.path);
  if (path === undefined) throw new ConfigError(`${options.path} is not a path on the portal's host.`);
  const portal = await findPortalByName(database, host);
  if (!portal) throw new ConfigError(`There is no portal ${host}.`);
  const accountId = await openAccountByEmail(database, portal.id, email);
  const account = accountId === undefined ? undefined : await findAccount(database, portal.id, accountId);
  if (accountId === undefined || !account?.status) {
    throw new ConfigError(`${email} has no active account in ${host}.`);
  }
  const link = { portalId: portal.id, accountId, redirectPath: path };
  const token = await database.write((tx) => issueOneTimeToken(tx, link, systemClock.now()));
  return loginLinkAddress(options.origin, portal.name, path, token);
}
