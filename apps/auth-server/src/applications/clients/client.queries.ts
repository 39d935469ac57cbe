import { Injectable } from '@nestjs/common';
import { otherRedirectUris } from '@app/clients';
import { Database, sql, type Reader } from '@app/database';
import type { ClientRow } from './client.js';

export const clientColumns = sql`
  c.client_id, c.xmin::text as version, c.name, c.secret_hash, c.previous_secret_hash, c.previous_secret_until, c.redirect_uri,
  ${otherRedirectUris} as other_redirect_uris, c.post_logout_redirect_uris, c.status,
  c.portal_id, p.name as portal_name, c.service_account_id, c.grants, c.scopes, c.is_special, c.is_first_party, c.introspects_all,
  c.token_requests_per_minute,
  c.sends_iss, c.id_token_alg, c.owner_account_id, c.owner_client_id, c.created_time, c.last_used_time`;

export const clientTables = sql`auth.clients c left join identity.portals p on p.id = c.portal_id`;

@Injectable()
export class ClientQueries {
  constructor(private readonly database: Database) {}

  find(clientId: string, reader: Reader = this.database): Promise<ClientRow | undefined> {
    return reader.one<ClientRow>(
      sql.camelCase`select ${clientColumns} from ${clientTables} where c.client_id = ${clientId}::text`,
    );
  }

  /** Whether the client belongs to a portal, is approved by one, or is the operator's own. */
  isVetted({ clientId, portalId }: Pick<ClientRow, 'clientId' | 'portalId'>): Promise<boolean> {
    if (portalId !== null) return Promise.resolve(true);
    return this.database.has(sql`
      select 1 from auth.clients c where c.client_id = ${clientId}
         and (c.is_first_party or exists (select 1 from auth.approvals v where v.client_id = c.client_id))`);
  }

  /**
   * Records that the client got a token, unless that was recorded since `before`; never waits for concurrent updates.
   */
  async recordUse(clientId: string, now: Date, before: Date): Promise<void> {
    await this.database.one(sql`
      update auth.clients set last_used_time = ${now}
       where client_id in (
         select client_id from auth.clients
          where client_id = ${clientId} and (last_used_time is null or last_used_time <= ${before})
            for update skip locked)`);
  }
}
