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

/**
 * Creates the link token with which the reader of a former address takes it back; an older one stops working.
 * @returns undefined when that is no longer possible
 */
export async function issueUndoLink(
  reader: Reader,
  { personId, email }: { personId: number; email: string },
  now: Date,
): Promise<string | undefined> {
  const token = opaqueToken('und', now);
  const row = await reader.one<{ is_stored: boolean }>(sql`
    select auth.issue_undo_link(${personId}, ${email}, ${sha256(token)}, ${now}) as is_stored`);
  return row?.is_stored ? token : undefined;
}

/**
 * Creates the link token with which a person's mailbox confirms that their account becomes part of another one; an
 * older one stops working.
 * @returns undefined when the merge is no longer pending
 */
export async function issueMergeLink(
  reader: Reader,
  { personId, email }: { personId: number; email: string },
  now: Date,
): Promise<string | undefined> {
  const token = opaqueToken('mrg', now);
  const row = await reader.one<{ is_stored: boolean }>(sql`
    select auth.issue_merge_link(${personId}, ${email}, ${sha256(token)}, ${now}) as is_stored`);
  return row?.is_stored ? token : undefined;
}
