import { sql, type Transaction } from '@app/database';
import { addSeconds, opaqueToken, sha256, utcDay } from '@app/kernel';

/** Kind of the opaque tokens that log in once. */
export const ONE_TIME_TOKEN_KIND = 'otl';
/** Lifetime of a login link in seconds (contract 4.31). */
export const LOGIN_LINK_SECONDS = 600;

/** The account of a login link, and its landing path. */
export interface LoginLinkTarget {
  portalId: number;
  accountId: number;
  /** Path on the portal's host. */
  redirectPath: string | null;
}

/**
 * Creates a token that logs in to this account once, within ten minutes.
 * @returns the token
 */
export async function issueOneTimeToken(tx: Transaction, link: LoginLinkTarget, now: Date): Promise<string> {
  const token = opaqueToken(ONE_TIME_TOKEN_KIND, now);
  const expiresAt = addSeconds(now, LOGIN_LINK_SECONDS);
  await tx.one(sql`
    select auth.issue_one_time_token(${utcDay(now)}::date, ${sha256(token)}, ${link.portalId}, ${link.accountId},
                                     ${link.redirectPath}, ${expiresAt})`);
  return token;
}
