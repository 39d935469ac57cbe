import { sql, type Reader } from '@app/database';
import { opaqueToken, sha256 } from '@app/kernel';

/** Seconds for which the link that proves a new address works. */
export const ADDRESS_LINK_SECONDS = 3600;
/** Seconds after which two people who are to be merged must be asked for again. */
export const MERGE_LINK_SECONDS = 1800;
/** Seconds for which a change of address can be undone and the former one is reserved for its person. */
export const UNDO_SECONDS = 7 * 86_400;

/**
 * Creates the link token with which a person proves the address that they requested; an older one stops working.
 * @returns the token; `taken` when another proven person has the address or it is reserved; `gone` when the change is
 *   no longer waiting
 */
export async function issueAddressLink(
  on: Reader,
  { personId, email }: { personId: number; email: string },
  now: Date,
): Promise<{ token: string } | 'taken' | 'gone'> {
  const token = opaqueToken('adr', now);
  const expiresAt = new Date(now.getTime() + ADDRESS_LINK_SECONDS * 1000);
  const row = await on.one<{ outcome: 'stored' | 'taken' | 'gone' }>(sql`
    select auth.issue_address_link(${personId}, ${email}, ${sha256(token)}, ${now}, ${expiresAt}) as outcome`);
  return row?.outcome === 'stored' ? { token } : (row?.outcome ?? 'gone');
}

/**
 * Creates the link token with which the reader of a former address takes it back; an older one stops working.
 * @returns undefined when that is no longer possible.
 */
export async function issueUndoLink(
  on: Reader,
  { personId, email }: { personId: number; email: string },
  now: Date,
): Promise<string | undefined> {
  const token = opaqueToken('und', now);
  const row = await on.one<{ is_stored: boolean }>(sql`
    select auth.issue_undo_link(${personId}, ${email}, ${sha256(token)}, ${now}) as is_stored`);
  return row?.is_stored ? token : undefined;
}

/**
 * Makes the link token with which the mailbox of a person says yes to their account becoming part of another one; an
 * older one stops working.
 * @returns undefined when that is no longer waited for.
 */
export async function issueMergeLink(
  on: Reader,
  { personId, email }: { personId: number; email: string },
  now: Date,
): Promise<string | undefined> {
  const token = opaqueToken('mrg', now);
  const row = await on.one<{ is_stored: boolean }>(sql`
    select auth.issue_merge_link(${personId}, ${email}, ${sha256(token)}, ${now}) as is_stored`);
  return row?.is_stored ? token : undefined;
}
