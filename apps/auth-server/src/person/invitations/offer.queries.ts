import { Injectable } from '@nestjs/common';
import type { Role } from '@app/contracts';
import { Database, sql, type Reader, type Transaction } from '@app/database';
import { isAccepted, isOffered, portalDisplayName } from '@app/identity';

export interface ListedOffer {
  accountId: number;
  portalId: number;
  portalName: string;
  portalTitle: string;
}

/** An account that a person can accept, has accepted, or could once have accepted. */
export interface Offer extends ListedOffer {
  state: 'open' | 'accepted' | 'lapsed';
  roles: Role[];
  invitationExpiresAt: Date | null;
  /** The person in the portal who created the account; null: an application or the operator. */
  offeredBy: string | null;
  /** The application through which the account was created. */
  offeredThrough: string | null;
}

/** An application with access to the portal that offers an account. */
export interface OfferedApplication {
  clientId: string;
  name: string;
  /** The application belongs to the portal, is approved by it, or has access to this very account. */
  why: 'own' | 'approved' | 'account';
}

const listed = sql`
  a.id as account_id, a.portal_id, p.name as portal_name, ${portalDisplayName} as portal_title`;

@Injectable()
export class OfferQueries {
  constructor(private readonly database: Database) {}

  /** Open offers, newest first. */
  open(personId: number, limit: number): Promise<ListedOffer[]> {
    return this.database.many<ListedOffer>(sql.camelCase`
      select ${listed} from identity.accounts a join identity.portals p on p.id = a.portal_id
       where a.person_id = ${personId} and ${isOffered}
       order by a.created_time desc, a.id desc limit ${limit}`);
  }

  openIn(portalId: number, personId: number): Promise<ListedOffer | undefined> {
    return this.database.one<ListedOffer>(sql.camelCase`
      select ${listed} from identity.accounts a join identity.portals p on p.id = a.portal_id
       where a.portal_id = ${portalId} and a.person_id = ${personId} and ${isOffered}`);
  }

  /** Undefined for other people's accounts, and for those declined, blocked or removed. */
  async find(
    accountId: number,
    personId: number,
    reader: Reader = this.database,
  ): Promise<Offer | undefined> {
    const row = await reader.one<Omit<Offer, 'state'> & { state: Offer['state'] | null }>(sql.camelCase`
      select ${listed}, a.roles, a.invitation_expires_at, c.name as offered_through,
             case when m.person_id is not null then m.first_name || ' ' || m.last_name end as offered_by,
             case when ${isOffered} then 'open'
                  when a.invitation_expires_at <= now() and a.declined_at is null then 'lapsed'
                  when a.closed_time is null and ${isAccepted} then 'accepted' end as state
        from identity.accounts a
        join identity.portals p on p.id = a.portal_id
        left join identity.accounts m on m.portal_id = a.portal_id and m.id = a.offered_by
        left join auth.clients c on c.client_id = a.offered_through
       where a.id = ${accountId} and a.person_id = ${personId}`);
    return row?.state ? { ...row, state: row.state } : undefined;
  }

  /** Each application once, with the strongest reason for its access. */
  applications(
    { portalId, accountId }: Pick<ListedOffer, 'portalId' | 'accountId'>,
    limit: number,
    now: Date,
  ): Promise<OfferedApplication[]> {
    return this.database.many<OfferedApplication>(sql.camelCase`
      select c.client_id, c.name, (array['account', 'own', 'approved'])[min(w.rank)] as why
        from (
          select client_id, 1 as rank from auth.grant_families
           where portal_id = ${portalId} and account_id = ${accountId} and ended_at is null and expires_at > ${now}
          union all
          select client_id, 1 from auth.consents where portal_id = ${portalId} and account_id = ${accountId}
          union all
          select client_id, 2 from auth.clients where portal_id = ${portalId}
          union all
          select client_id, 3 from auth.approvals where portal_id = ${portalId}) w
        join auth.clients c on c.client_id = w.client_id
       where c.status = 1 and not auth.is_blocked(${portalId}, c.client_id)
       group by c.client_id, c.name order by lower(c.name), c.client_id limit ${limit}`);
  }

  /** The applications through which the portal was created and which it still approves. */
  invitingClients(portalId: number): Promise<{ clientId: string; name: string }[]> {
    return this.database.many<{ clientId: string; name: string }>(sql.camelCase`
      select c.client_id, c.name
        from auth.approvals k join auth.clients c on c.client_id = k.client_id
       where k.portal_id = ${portalId} and k.came_by = 'onboarding' order by c.client_id`);
  }

  /** Whether the portal was created for the owner of this account. */
  async isFirstAdministrator(portalId: number, accountId: number): Promise<boolean> {
    return this.database.has(sql`
      select 1 from identity.accounts
       where portal_id = ${portalId} and id = ${accountId} and is_first_administrator`);
  }

  /** Records that the person declined the account, after it was closed. */
  async recordDeclined(tx: Transaction, portalId: number, accountId: number): Promise<void> {
    await tx.run(sql`
      update identity.accounts set declined_at = clock_timestamp()
       where portal_id = ${portalId} and id = ${accountId}`);
  }

  /**
   * Open accounts whose invitation has expired, ordered by id.
   * @param after the last id of the previous page
   */
  expired(after: number, limit: number): Promise<{ portalId: number; accountId: number }[]> {
    return this.database.many<{ portalId: number; accountId: number }>(sql.camelCase`
      select portal_id, id as account_id from identity.accounts
       where invitation_expires_at <= now() and closed_time is null and id > ${after} order by id limit ${limit}`);
  }
}
