import { Injectable } from '@nestjs/common';
import { Database, sql, type Reader } from '@app/database';
import type { ClientRow } from './client.js';

export const clientColumns = sql`
  c.client_id, c.name, c.secret_hash, c.previous_secret_hash, c.previous_secret_until, c.redirect_uri, c.status,
  c.portal_id, p.name as portal_name, c.service_account_id, c.grants, c.scopes, c.is_special, c.introspects_all,
  c.sends_iss, c.owner_account_id, c.owner_client_id, c.created_time, c.last_used_time`;

export const clientTables = sql`auth.clients c left join identity.portals p on p.id = c.portal_id`;

@Injectable()
export class ClientQueries {
  constructor(private readonly database: Database) {}

  find(clientId: string, on: Reader = this.database): Promise<ClientRow | undefined> {
    return on.one<ClientRow>(
      sql.camelCase`select ${clientColumns} from ${clientTables} where c.client_id = ${clientId}`,
    );
  }

  /** Records that it got a token; never waits for others who do so or who change the client. */
  async noteUse(clientId: string, now: Date): Promise<void> {
    await this.database.one(sql`
      update auth.clients set last_used_time = ${now}
       where client_id in (select client_id from auth.clients where client_id = ${clientId} for update skip locked)`);
  }
}
