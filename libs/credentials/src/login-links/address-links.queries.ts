import { sql, type Reader } from '@app/database';
import { addSeconds, opaqueToken, sha256 } from '@app/kernel';

/** Lifetime of the link that proves a new address, in seconds. */
export const ADDRESS_LINK_SECONDS = 3600;
/** Lifetime of a requested merge and of its link, in seconds. */
export const MERGE_LINK_SECONDS = 1800;
/** How long, in seconds, an address change can be undone and the former address stays reserved. */
export const UNDO_SECONDS = 7 * 86_400;

/**
 * Creates the link token with which a person proves the address that they requested; an older one stops working.
 * @returns the token; `taken` when another proven person has the address or it is reserved; `gone` when the change is
 *   no longer waiting
 */
export async function issueAddressLink(
  reader: Reader,
  { personId, email }: { personId: number; email: string },
  now: Date,
): Promise<{ token: string } | 'taken' | 'gone'> {
  const token = opaqueToken('adr', now);
  const expiresAt = addSeconds(now, ADDRESS_LINK_SECONDS);
  const row = await reader.one<{ outcome: 'stored' | 'taken' | 'gone' }>(sql`
    select auth.issue_address_link(${personId}, ${email}, ${sha256(token)}, ${now}, ${expiresAt}) as outcome`);
  return row?.outcome === 'stored' ? { token } : (row?.outcome ?? 'gone');
}

/** The prefixes of link tokens, and the functions of the database that store them. */
const links = {
  undo: ['und', sql`auth.issue_undo_link`],
  merge: ['mrg', sql`auth.issue_merge_link`],
} as const;

/**
 * Creates a link token; an older one stops working. With an `undo` link the reader of a former address takes it back,
 * with a `merge` link a mailbox confirms that its account becomes part of another one.
 * @returns undefined when that is no longer possible or pending
 */
export async function issueLink(
  reader: Reader,
  kind: keyof typeof links,
  { personId, email }: { personId: number; email: string },
  now: Date,
): Promise<string | undefined> {
  const [prefix, issue] = links[kind];
  const token = opaqueToken(prefix, now);
  const isStored = await reader.value<boolean>(
    sql`select ${issue}(${personId}, ${email}, ${sha256(token)}, ${now})`,
  );
  return isStored ? token : undefined;
}
