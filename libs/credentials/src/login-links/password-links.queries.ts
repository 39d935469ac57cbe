import { sql, type Reader } from '@app/database';
import { addSeconds, opaqueToken, sha256 } from '@app/kernel';

/** Kind of the opaque tokens in mailed links that set a password. */
const PASSWORD_LINK_KIND = 'pwd';

/**
 * Creates the link token with which a person sets the password; an older one stops working.
 * @param link.seconds lifetime: 24 hours in a first mail, one hour for a forgotten password
 */
export async function issuePasswordLink(
  reader: Reader,
  link: { personId: number; portalId: number | null; seconds: number },
  now: Date,
): Promise<string> {
  const token = opaqueToken(PASSWORD_LINK_KIND, now);
  const expiresAt = addSeconds(now, link.seconds);
  await reader.one(sql`
    select auth.issue_password_link(${link.personId}, ${sha256(token)}, ${link.portalId}, ${expiresAt})`);
  return token;
}
