import { Injectable } from '@nestjs/common';
import type { Role } from '@app/contracts';
import { Database, sql, type Transaction } from '@app/database';
import { isAccepted, canEnterPortal, portalDisplayName } from '@app/identity';

/** One of a person's accounts, in a portal that allows logins. */
export interface PersonsAccount {
  accountId: number;
  portalId: number;
  portalName: string;
  portalTitle: string;
  roles: Role[];
}

const accountColumns = sql`
  a.id as account_id, a.portal_id, p.name as portal_name, ${portalDisplayName} as portal_title, a.roles`;

/** The members of a session that determine its accounts. */
interface OpeningSession {
  personId: number;
  onlyAccountId: number | null;
  onlyPortalId: number | null;
}

@Injectable()
export class PersonQueries {
  constructor(private readonly database: Database) {}

  /**
   * The active accounts that the person has accepted, by the portals' names: those that the person's own login opens.
   */
  listAccounts(personId: number): Promise<PersonsAccount[]> {
    return this.database.many<PersonsAccount>(sql.camelCase`
      select ${accountColumns} from identity.accounts a join identity.portals p on p.id = a.portal_id
       where a.person_id = ${personId} and ${canEnterPortal} and ${isAccepted}
       order by portal_title, p.id`);
  }

  /** The accounts that a session opens: all that the person has accepted, or only the one that it began in. */
  async listReachableAccounts({
    personId,
    onlyAccountId,
    onlyPortalId,
  }: OpeningSession): Promise<PersonsAccount[]> {
    if (onlyAccountId === null || onlyPortalId === null) return this.listAccounts(personId);
    const account = await this.accountIn(onlyPortalId, personId, 'any');
    return account?.accountId === onlyAccountId ? [account] : [];
  }

  /** @param which whether accounts count that are held for the person, or offered to them */
  accountIn(
    portalId: number,
    personId: number,
    which: 'accepted' | 'any',
  ): Promise<PersonsAccount | undefined> {
    return this.database.one<PersonsAccount>(sql.camelCase`
      select ${accountColumns} from identity.accounts a join identity.portals p on p.id = a.portal_id
       where a.portal_id = ${portalId} and a.person_id = ${personId} and ${canEnterPortal}
         and (${which === 'any'} or ${isAccepted})`);
  }

  /** Whether the person has any account or offer to sign in to. */
  async hasAnywhere(personId: number): Promise<boolean> {
    return this.database.has(sql`
      select 1 from identity.accounts a where a.person_id = ${personId} and ${canEnterPortal} limit 1`);
  }

  /**
   * Records the login in the account's row, which stays locked until the transaction ends.
   * @returns the roles; undefined when the account is no longer active
   */
  async recordLogin(
    tx: Transaction,
    portalId: number,
    accountId: number,
    now: Date,
  ): Promise<Role[] | undefined> {
    return tx.value<Role[]>(sql`
      update identity.accounts a set last_login_time = ${now}
       where a.portal_id = ${portalId} and a.id = ${accountId} and ${canEnterPortal}
       returning a.roles`);
  }
}
