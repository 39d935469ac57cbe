import { Injectable } from '@nestjs/common';
import { Database, sql, type Reader } from '@app/database';
import type { ClientRow } from './client.js';

export const clientColumns = sql`
  c.client_id as "clientId", c.name, c.secret_hash as "secretHash", c.previous_secret_hash as "previousSecretHash",
  c.previous_secret_until as "previousSecretUntil", c.redirect_uri as "redirectUri", c.status,
  c.portal_id as "portalId", p.name as "portalName", c.service_account_id as "serviceAccountId", c.grants, c.scopes,
  c.is_special as "isSpecial", c.introspects_all as "introspectsAll", c.sends_iss as "sendsIss",
  c.owner_account_id as "ownerAccountId", c.owner_client_id as "ownerClientId", c.created_time as "createdTime",
  c.last_used_time as "lastUsedTime"`;

export const clientTables = sql`auth.clients c left join identity.portals p on p.id = c.portal_id`;

@Injectable()
export class ClientQueries {
  constructor(private readonly database: Database) {}

  find(clientId: string, on: Reader = this.database): Promise<ClientRow | undefined> {
    return on.one<ClientRow>(
      sql`select ${clientColumns} from ${clientTables} where c.client_id = ${clientId}`,
    );
  }

  /** Records that it got a token; never waits for others who do so or who change the client. */
  async noteUse(clientId: string, now: Date): Promise<void> {
    await this.database.one(sql`
      update auth.clients set last_used_time = ${now}
       where client_id in (select client_id from auth.clients where client_id = ${clientId} for update skip locked)`);
  }
}
