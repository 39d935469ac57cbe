import type { Scope } from '@app/contracts';
import { sql, type Database, type Transaction } from '@app/database';

export interface ListedClient {
  clientId: string;
  name: string;
  status: number;
  portal: string | null;
  hasSecret: boolean;
  grants: string[];
  scopes: string[];
}

export const listClients = (database: Database): Promise<ListedClient[]> =>
  database.many<ListedClient>(sql.camelCase`
    select c.client_id, c.name, c.status, p.name as portal, c.secret_hash is not null as has_secret,
           c.grants, c.scopes
      from auth.clients c left join identity.portals p on p.id = c.portal_id order by c.created_time, c.client_id`);

export interface LockedClient {
  clientId: string;
  name: string;
  portalId: number | null;
  status: number;
  scopes: Scope[];
  hasSecret: boolean;
}

export const lockClient = (tx: Transaction, clientId: string): Promise<LockedClient | undefined> =>
  tx.one<LockedClient>(sql.camelCase`
    select client_id, name, portal_id, status, scopes, secret_hash is not null as has_secret
      from auth.clients where client_id = ${clientId} for update`);

export async function setStatus(tx: Transaction, clientId: string, status: 0 | 1, now: Date): Promise<void> {
  await tx.run(sql`
    update auth.clients set status = ${status}, updated_time = ${now} where client_id = ${clientId}`);
}

export async function setScopes(
  tx: Transaction,
  clientId: string,
  scopes: readonly string[],
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update auth.clients set scopes = ${scopes}, updated_time = ${now} where client_id = ${clientId}`);
}

export interface AuditLine {
  time: Date;
  event: string;
  clientId: string | null;
  accountId: number | null;
  personId: number | null;
  ip: string | null;
  userAgent: string | null;
  details: Record<string, unknown>;
}

/** The newest rows of the audit log. */
export const readAudit = (
  database: Database,
  filter: {
    event?: string | undefined;
    client?: string | undefined;
    account?: number | undefined;
    limit: number;
  },
): Promise<AuditLine[]> =>
  database.many<AuditLine>(sql.camelCase`
    select time, event, client_id, account_id, person_id, ip, user_agent, details
      from auth.audit_log
     where (${filter.event ?? null}::text is null or event = ${filter.event ?? null})
       and (${filter.client ?? null}::text is null or client_id = ${filter.client ?? null})
       and (${filter.account ?? null}::int is null or account_id = ${filter.account ?? null})
     order by day desc, id desc limit ${filter.limit}`);
