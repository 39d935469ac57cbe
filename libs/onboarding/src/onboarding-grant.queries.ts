import { sql, type Transaction } from '@app/database';
import { addSeconds, allKeys, sha256, type SecretsKeys } from '@app/kernel';
import { createHmac } from 'node:crypto';

/** Seconds in which the first tokens of a new portal can be fetched. */
export const ONBOARDING_GRANT_SECONDS = 600;

/** Binds the sealed answer of an onboarding grant to its purpose. */
export const ONBOARDING_ANSWER_CONTEXT = 'onboarding grant answer';

/**
 * The secrets with which the resource API gets the first tokens of a new portal from the authorization server. They are
 * derived from the keys of the environment, so that a repeated request gets the same one and it need not be stored.
 * @returns one by each key: the first is stored now, the others may have been stored before a change of keys
 */
export const onboardingGrants = (keys: SecretsKeys, portalId: number): [string, ...string[]] =>
  allKeys(keys).map((key) =>
    createHmac('sha256', key).update(`onboarding grant\n${portalId}`).digest('base64url'),
  ) as [string, ...string[]];

/** Stores the grant in the transaction that creates the portal. */
export async function storeOnboardingGrant(
  tx: Transaction,
  grant: string,
  subject: { portalId: number; accountId: number; clientId: string },
  now: Date,
): Promise<void> {
  const expiresAt = addSeconds(now, ONBOARDING_GRANT_SECONDS);
  await tx.run(sql`
    insert into auth.onboarding_grants (hash, portal_id, account_id, client_id, expires_at)
    values (${sha256(grant)}, ${subject.portalId}, ${subject.accountId}, ${subject.clientId}, ${expiresAt})`);
}
