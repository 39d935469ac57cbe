import { sql, type Transaction } from '@app/database';
import { sha256 } from '@app/kernel';
import { createHmac } from 'node:crypto';

/** Seconds in which the first tokens of a new portal can be fetched. */
export const ONBOARDING_GRANT_SECONDS = 600;

/**
 * What the resource API shows the authorization server to get the first tokens of a new portal. It is derived from
 * the sealing key, so that a repeated request gets the same one and it need not be stored.
 */
export const onboardingGrant = (secret: string, portalId: number): string =>
  createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(`onboarding grant\n${portalId}`)
    .digest('base64url');

/** Stores the grant in the transaction that creates the portal. */
export async function storeOnboardingGrant(
  tx: Transaction,
  grant: string,
  of: { portalId: number; accountId: number; clientId: string },
  now: Date,
): Promise<void> {
  const expiresAt = new Date(now.getTime() + ONBOARDING_GRANT_SECONDS * 1000);
  await tx.run(sql`
    insert into auth.onboarding_grants (hash, portal_id, account_id, client_id, expires_at)
    values (${sha256(grant)}, ${of.portalId}, ${of.accountId}, ${of.clientId}, ${expiresAt})`);
}
