import { Injectable } from '@nestjs/common';
import { setPostLogoutRedirectUris, type IdTokenAlg } from '@app/clients';
import { Database, sql, type Transaction } from '@app/database';
import { clientColumns, clientTables, isClientId, type ClientRow } from '../clients/index.js';

/** The owner of the unbound clients in a list. */
export type ClientOwner = { accountId: number } | { clientId: string };

/** The properties that PUT changes, except those that let a caller act as the client. */
export interface ClientChange {
  name?: string | undefined;
  status?: 0 | 1 | undefined;
  idTokenAlg?: IdTokenAlg | undefined;
  postLogoutRedirectUris?: readonly string[] | undefined;
}

@Injectable()
export class ClientAdminQueries {
  constructor(private readonly database: Database) {}

  listByPortal(portalId: number, page: { offset: number; limit: number }) {
    return this.#page(sql`c.portal_id = ${portalId}`, page);
  }

  listUnbound(owner: ClientOwner, page: { offset: number; limit: number }) {
    const condition =
      'accountId' in owner
        ? sql`c.owner_account_id = ${owner.accountId}`
        : sql`c.owner_client_id = ${owner.clientId}`;
    return this.#page(sql`c.portal_id is null and ${condition}`, page);
  }

  async #page(condition: ReturnType<typeof sql>, { offset, limit }: { offset: number; limit: number }) {
    const [count, hits] = await Promise.all([
      this.database.heavy.one<{ total: number }>(
        sql`select count(*) as total from auth.clients c where ${condition}`,
      ),
      this.database.heavy.many<ClientRow>(sql.camelCase`
        select ${clientColumns} from ${clientTables} where ${condition}
         order by c.created_time, c.client_id offset ${offset} limit ${limit}`),
    ]);
    return { total: count?.total ?? 0, hits };
  }

  async lock(tx: Transaction, clientId: string): Promise<ClientRow | undefined> {
    if (!isClientId(clientId)) return undefined;
    return tx.one<ClientRow>(sql.camelCase`
      select ${clientColumns} from ${clientTables} where c.client_id = ${clientId} for update of c`);
  }

  async change(tx: Transaction, clientId: string, change: ClientChange, now: Date): Promise<void> {
    await tx.run(sql`
      update auth.clients c set name = n.name, status = n.status, id_token_alg = n.id_token_alg, updated_time = ${now}
        from (select coalesce(${change.name ?? null}, o.name) as name,
                     coalesce(${change.status ?? null}::smallint, o.status) as status,
                     coalesce(${change.idTokenAlg ?? null}, o.id_token_alg) as id_token_alg
                from auth.clients o where o.client_id = ${clientId}) n
       where c.client_id = ${clientId}
         and (c.name, c.status, c.id_token_alg) is distinct from (n.name, n.status, n.id_token_alg)`);
    if (change.postLogoutRedirectUris)
      await setPostLogoutRedirectUris(tx, clientId, change.postLogoutRedirectUris, now);
    if (change.name !== undefined) {
      await tx.run(sql`
        update identity.accounts set first_name = ${change.name}, updated_time = ${now}
         where client_id = ${clientId} and first_name is distinct from ${change.name}`);
    }
  }

  /** Removes the client and closes its service account; records of its past actions stay readable. */
  async remove(tx: Transaction, client: ClientRow, now: Date): Promise<void> {
    await tx.run(sql`delete from auth.consents where client_id = ${client.clientId}`);
    await tx.run(sql`delete from auth.clients where client_id = ${client.clientId}`);
    await tx.run(sql`
      update identity.accounts set status = false, closed_time = ${now}, updated_time = ${now}
       where client_id = ${client.clientId} and closed_time is null`);
  }
}
