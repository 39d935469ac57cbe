import { Injectable } from '@nestjs/common';
import { Database, sql, type Transaction } from '@app/database';
import { canEnterPortal, toAsciiAddress } from '@app/identity';
import { sha256 } from '@app/kernel';

/** The person with an address, and their own password if they have set one. */
export interface PersonWithPassword {
  personId: number;
  email: string;
  hash: string | null;
}

/** The one account that a password set by its portal opens. */
export interface PortalPasswordOwner {
  portalId: number;
  accountId: number;
}

/** A stored password and what it opens: all of the person's accounts if it is their own. */
export interface StoredPassword {
  hash: string;
  heldFor: PortalPasswordOwner | undefined;
}

/** Replaces a stored password where the hash itself must not be recorded. */
export const passwordFingerprint = (hash: string): string => sha256(hash).toString('hex');

/** Stored passwords: people's own, and those that portals hold. */
@Injectable()
export class PasswordQueries {
  constructor(private readonly database: Database) {}

  /**
   * One query that takes as long for an unknown address as for a known one.
   * @param email in any letter case.
   */
  person(email: string): Promise<PersonWithPassword | undefined> {
    return this.database.one<PersonWithPassword>(sql.camelCase`
      select h.id as person_id, h.email, w.hash
        from identity.persons h left join auth.passwords w on w.person_id = h.id
       where h.email_key = lower(${toAsciiAddress(email)})`);
  }

  /**
   * The stored password for an attempt: the person's own; otherwise the one held by the portal that the request names;
   * otherwise, if it names none, the only one that is held.
   */
  async storedFor(
    person: PersonWithPassword,
    portalId: number | undefined,
  ): Promise<StoredPassword | undefined> {
    if (person.hash) return { hash: person.hash, heldFor: undefined };
    const portalPasswords = await this.database.many<PortalPasswordOwner & { hash: string }>(sql.camelCase`
      select w.portal_id, w.account_id, w.hash
        from auth.portal_passwords w join identity.accounts a on a.portal_id = w.portal_id and a.id = w.account_id
       where a.person_id = ${person.personId} and ${canEnterPortal}
         and (${portalId ?? null}::int is null or w.portal_id = ${portalId ?? null})
       limit 2`);
    const [only] = portalPasswords;
    if (!only || portalPasswords.length > 1) return undefined;
    return { hash: only.hash, heldFor: { portalId: only.portalId, accountId: only.accountId } };
  }

  /** Whether the person has a password of their own. */
  async has(personId: number): Promise<boolean> {
    return this.database.has(sql`select 1 from auth.passwords where person_id = ${personId}`);
  }
}

/**
 * Keeps a password from being changed before the transaction ends; waits for a change in progress.
 * @param mark of the entered password, see {@link passwordFingerprint}
 * @param heldFor the account whose portal has set it; undefined: it is the person's own
 * @returns false when it has been changed meanwhile
 */
export async function lockPassword(
  tx: Transaction,
  personId: number,
  mark: string,
  heldFor: PortalPasswordOwner | undefined,
): Promise<boolean> {
  const isTheSame = sql`encode(sha256(convert_to(hash, 'UTF8')), 'hex') = ${mark} for share`;
  return tx.has(
    heldFor
      ? sql`select 1 from auth.portal_passwords
             where portal_id = ${heldFor.portalId} and account_id = ${heldFor.accountId} and ${isTheSame}`
      : sql`select 1 from auth.passwords where person_id = ${personId} and ${isTheSame}`,
  );
}
