import { Injectable } from '@nestjs/common';
import type { Role } from '@app/contracts';
import { Database, sql } from '@app/database';
import { isAccepted, portalDisplayName } from '@app/identity';

/** An application that has access to one of the person's accounts. */
export interface ConnectedApplication {
  clientId: string;
  name: string;
  accountId: number;
  portalId: number;
  portalTitle: string;
  /** The host of the address to which the application sends people. */
  host: string | null;
  /** The administrator who connected or approved it for the portal. */
  connectedBy: string | null;
  since: Date;
  lastUsed: Date | null;
  /** Whether the application belongs to the portal, and so has access with its own credentials, too. */
  isOfPortal: boolean;
  roles: Role[];
}

@Injectable()
export class AccountQueries {
  constructor(private readonly database: Database) {}

  /**
   * Active grants and remembered consents.
   * @param onlyAccountId restricts the list to the account of a one-time session
   */
  applications(personId: number, onlyAccountId: number | null, now: Date): Promise<ConnectedApplication[]> {
    return this.database.many<ConnectedApplication>(sql.camelCase`
      select c.client_id, c.name, a.id as account_id, a.portal_id,
             ${portalDisplayName} as portal_title, (regexp_match(c.redirect_uri, '^https?://([^/?#]+)'))[1] as host,
             nullif(trim(concat_ws(' ', o.first_name, o.last_name)), '') as connected_by, min(g.since) as since, max(g.used) as last_used,
             c.portal_id is not distinct from a.portal_id and c.status = 1 as is_of_portal, a.roles
        from identity.accounts a
        join identity.portals p on p.id = a.portal_id
        cross join lateral (
          select client_id, created_time as since, last_used_time as used from auth.grant_families
           where portal_id = a.portal_id and account_id = a.id and ended_at is null and expires_at > ${now}
          union all
          select client_id, granted_time, null from auth.consents
           where portal_id = a.portal_id and account_id = a.id) g
        join auth.clients c on c.client_id = g.client_id
        left join auth.approvals v on v.portal_id = a.portal_id and v.client_id = c.client_id
        left join identity.accounts o on o.portal_id = a.portal_id
          and o.id = case when c.portal_id = a.portal_id then c.owner_account_id else v.approved_by end
       where a.person_id = ${personId} and a.closed_time is null
         and case when ${onlyAccountId}::int is null then ${isAccepted} else a.id = ${onlyAccountId} end
       group by c.client_id, c.name, c.portal_id, c.status, c.redirect_uri, a.id, a.portal_id, p.id, o.first_name,
                o.last_name
       order by lower(c.name), c.client_id, a.id`);
  }
}
