import { Injectable } from '@nestjs/common';
import type { Role } from '@app/contracts';
import { Database, sql, type Reader, type Transaction } from '@app/database';
import { sha256 } from '@app/kernel';

export interface PersonWithPassword {
  personId: number;
  email: string;
  firstName: string;
  lastName: string;
  locale: string;
  hash: string | undefined;
}

/** The one account that a password opens which its portal has set. */
export interface HeldFor {
  portalId: number;
  accountId: number;
}

/** A password as it is stored, and what it opens: all of the person's accounts when it is their own. */
export interface StoredPassword {
  hash: string;
  heldFor: HeldFor | undefined;
}

/** Stands for a password as it is stored, where it must not be written down itself. */
export const passwordMark = (hash: string): string => sha256(hash).toString('hex');

/** One of the accounts of a person, in a portal that may be logged in to. */
export interface PersonsAccount {
  accountId: number;
  portalId: number;
  portalName: string;
  portalTitle: string;
  roles: Role[];
}

const accountColumns = sql`
  a.id as "accountId", a.portal_id as "portalId", p.name as "portalName", p.title as "portalTitle", a.roles`;

@Injectable()
export class PersonQueries {
  constructor(private readonly database: Database) {}

  /** @param email in any letter case. */
  byEmail(email: string): Promise<PersonWithPassword | undefined> {
    return this.database.one<PersonWithPassword>(sql`
      select h.id as "personId", h.email, h.first_name as "firstName", h.last_name as "lastName", h.locale, w.hash
        from identity.persons h left join auth.passwords w on w.person_id = h.id
       where h.email_key = lower(${email})`);
  }

  /**
   * The password that a try is checked against: the person's own; else the one that the portal holds which the request
   * names; else, where none is named, the only one that is held.
   */
  async passwordOf(
    person: PersonWithPassword,
    portalId: number | undefined,
  ): Promise<StoredPassword | undefined> {
    if (person.hash) return { hash: person.hash, heldFor: undefined };
    const held = await this.database.many<HeldFor & { hash: string }>(sql`
      select w.portal_id as "portalId", w.account_id as "accountId", w.hash
        from auth.held_passwords w join identity.accounts a on a.portal_id = w.portal_id and a.id = w.account_id
       where a.person_id = ${person.personId} and a.status and a.closed_time is null
         and (${portalId ?? null}::int is null or w.portal_id = ${portalId ?? null})
       limit 2`);
    const [only] = held;
    if (!only || held.length > 1) return undefined;
    return { hash: only.hash, heldFor: { portalId: only.portalId, accountId: only.accountId } };
  }

  byId(personId: number): Promise<PersonWithPassword | undefined> {
    return this.database.one<PersonWithPassword>(sql`
      select h.id as "personId", h.email, h.first_name as "firstName", h.last_name as "lastName", h.locale, w.hash
        from identity.persons h left join auth.passwords w on w.person_id = h.id
       where h.id = ${personId}`);
  }

  async hasPassword(personId: number): Promise<boolean> {
    return Boolean((await this.byId(personId))?.hash);
  }

  /** The person's active accounts, by the portals' titles. */
  accountsOf(personId: number, on: Reader = this.database): Promise<PersonsAccount[]> {
    return on.many<PersonsAccount>(sql`
      select ${accountColumns} from identity.accounts a join identity.portals p on p.id = a.portal_id
       where a.person_id = ${personId} and a.status and a.closed_time is null
       order by p.title, p.id`);
  }

  accountIn(portalId: number, personId: number): Promise<PersonsAccount | undefined> {
    return this.database.one<PersonsAccount>(sql`
      select ${accountColumns} from identity.accounts a join identity.portals p on p.id = a.portal_id
       where a.portal_id = ${portalId} and a.person_id = ${personId} and a.status and a.closed_time is null`);
  }

  /**
   * Notes it in the account's row, which so stays as it is until the transaction ends.
   * @returns the roles; undefined when the account is no longer active.
   */
  async noteLogin(
    tx: Transaction,
    portalId: number,
    accountId: number,
    now: Date,
  ): Promise<Role[] | undefined> {
    const row = await tx.one<{ roles: Role[] }>(sql`
      update identity.accounts set last_login_time = ${now}
       where portal_id = ${portalId} and id = ${accountId} and status and closed_time is null
       returning roles`);
    return row?.roles;
  }

  /**
   * Keeps a password from being changed before the transaction ends; a change under way is waited for.
   * @param mark of the password that was given, see {@link passwordMark}.
   * @param heldFor the account whose portal has set it; undefined: it is the person's own.
   * @returns false when it is another one meanwhile.
   */
  async holdPassword(
    tx: Transaction,
    personId: number,
    mark: string,
    heldFor: HeldFor | undefined,
  ): Promise<boolean> {
    const isTheSame = sql`encode(sha256(convert_to(hash, 'UTF8')), 'hex') = ${mark} for share`;
    const row = await tx.one(
      heldFor
        ? sql`select 1 from auth.held_passwords
               where portal_id = ${heldFor.portalId} and account_id = ${heldFor.accountId} and ${isTheSame}`
        : sql`select 1 from auth.passwords where person_id = ${personId} and ${isTheSame}`,
    );
    return row !== undefined;
  }

  /** Active administrators of the portal who are people, to be told by mail. */
  administratorsOf(
    on: Reader,
    portalId: number,
  ): Promise<{ personId: number; email: string; name: string; locale: string }[]> {
    return on.many(sql`
      select h.id as "personId", h.email, a.first_name || ' ' || a.last_name as name, a.locale
        from identity.accounts a join identity.persons h on h.id = a.person_id
       where a.portal_id = ${portalId} and a.status and a.closed_time is null and 'Administrator' = any(a.roles)
       order by h.email_key`);
  }
}
