import { Injectable } from '@nestjs/common';
import type { Role } from '@app/contracts';
import { Database, sql, type Reader, type Transaction } from '@app/database';
import { isAccepted, isStandingAdministrator, mayBeEntered } from '@app/identity';
import { sha256 } from '@app/kernel';

export interface PersonWithPassword {
  personId: number;
  email: string;
  firstName: string;
  lastName: string;
  locale: string;
  hash: string | undefined;
}

/** The one account that a password set by its portal opens. */
export interface HeldFor {
  portalId: number;
  accountId: number;
}

/** A stored password and what it opens: all of the person's accounts if it is their own. */
export interface StoredPassword {
  hash: string;
  heldFor: HeldFor | undefined;
}

/** Stands for a stored password where that itself must not be recorded. */
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
  a.id as account_id, a.portal_id, p.name as portal_name, p.title as portal_title, a.roles`;

/** The members of a session that determine its reach. */
interface Reach {
  personId: number;
  onlyAccountId: number | null;
  onlyPortalId: number | null;
}

@Injectable()
export class PersonQueries {
  constructor(private readonly database: Database) {}

  /** @param email in any letter case. */
  byEmail(email: string): Promise<PersonWithPassword | undefined> {
    return this.database.one<PersonWithPassword>(sql.camelCase`
      select h.id as person_id, h.email, h.first_name, h.last_name, h.locale, w.hash
        from identity.persons h left join auth.passwords w on w.person_id = h.id
       where h.email_key = lower(${email})`);
  }

  /**
   * The password that a try is checked against: the person's own; otherwise the one held by the portal that the
   * request names; otherwise, if it names none, the only one that is held.
   */
  async passwordOf(
    person: PersonWithPassword,
    portalId: number | undefined,
  ): Promise<StoredPassword | undefined> {
    if (person.hash) return { hash: person.hash, heldFor: undefined };
    const held = await this.database.many<HeldFor & { hash: string }>(sql.camelCase`
      select w.portal_id, w.account_id, w.hash
        from auth.held_passwords w join identity.accounts a on a.portal_id = w.portal_id and a.id = w.account_id
       where a.person_id = ${person.personId} and ${mayBeEntered}
         and (${portalId ?? null}::int is null or w.portal_id = ${portalId ?? null})
       limit 2`);
    const [only] = held;
    if (!only || held.length > 1) return undefined;
    return { hash: only.hash, heldFor: { portalId: only.portalId, accountId: only.accountId } };
  }

  byId(personId: number): Promise<PersonWithPassword | undefined> {
    return this.database.one<PersonWithPassword>(sql.camelCase`
      select h.id as person_id, h.email, h.first_name, h.last_name, h.locale, w.hash
        from identity.persons h left join auth.passwords w on w.person_id = h.id
       where h.id = ${personId}`);
  }

  async hasPassword(personId: number): Promise<boolean> {
    return Boolean((await this.byId(personId))?.hash);
  }

  /** The active accounts that the person has accepted, by the portals' titles: what their own login opens. */
  accountsOf(personId: number): Promise<PersonsAccount[]> {
    return this.database.many<PersonsAccount>(sql.camelCase`
      select ${accountColumns} from identity.accounts a join identity.portals p on p.id = a.portal_id
       where a.person_id = ${personId} and ${mayBeEntered} and ${isAccepted}
       order by p.title, p.id`);
  }

  /** What a session reaches: all accounts that the person has accepted, or the one account that it began in. */
  async reachOf({ personId, onlyAccountId, onlyPortalId }: Reach): Promise<PersonsAccount[]> {
    if (onlyAccountId === null || onlyPortalId === null) return this.accountsOf(personId);
    const account = await this.accountIn(onlyPortalId, personId, 'any');
    return account?.accountId === onlyAccountId ? [account] : [];
  }

  /** @param which whether an account counts that is held for the person, or offered to them */
  accountIn(
    portalId: number,
    personId: number,
    which: 'accepted' | 'any',
  ): Promise<PersonsAccount | undefined> {
    return this.database.one<PersonsAccount>(sql.camelCase`
      select ${accountColumns} from identity.accounts a join identity.portals p on p.id = a.portal_id
       where a.portal_id = ${portalId} and a.person_id = ${personId} and ${mayBeEntered}
         and (${which === 'any'} or ${isAccepted})`);
  }

  /** Whether the person has anything to sign in to, even if only offers. */
  async hasAnywhere(personId: number): Promise<boolean> {
    const row = await this.database.one(sql`
      select 1 from identity.accounts a where a.person_id = ${personId} and ${mayBeEntered} limit 1`);
    return row !== undefined;
  }

  /**
   * Records the login in the account's row, which thereby stays as it is until the transaction ends.
   * @returns the roles; undefined when the account is no longer active
   */
  async noteLogin(
    tx: Transaction,
    portalId: number,
    accountId: number,
    now: Date,
  ): Promise<Role[] | undefined> {
    const row = await tx.one<{ roles: Role[] }>(sql`
      update identity.accounts a set last_login_time = ${now}
       where a.portal_id = ${portalId} and a.id = ${accountId} and ${mayBeEntered}
       returning a.roles`);
    return row?.roles;
  }

  /**
   * Keeps a password from being changed before the transaction ends; waits for a change in progress.
   * @param mark of the entered password, see {@link passwordMark}
   * @param heldFor the account whose portal has set it; undefined: it is the person's own
   * @returns false when it has been changed meanwhile
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

  /** The administrators who stand for the portal, to be told by mail. */
  administratorsOf(
    on: Reader,
    portalId: number,
  ): Promise<{ personId: number; email: string; name: string; locale: string }[]> {
    return on.many(sql.camelCase`
      select h.id as person_id, h.email, a.first_name || ' ' || a.last_name as name, a.locale
        from identity.accounts a join identity.persons h on h.id = a.person_id
       where a.portal_id = ${portalId} and ${isStandingAdministrator}
       order by h.email_key`);
  }
}
