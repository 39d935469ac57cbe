import { Injectable } from '@nestjs/common';
import type { ClientKeyAlg, RegisteredKey } from '@app/clients';
import { Database, sql, type Transaction } from '@app/database';

/** A registered key as it is listed. */
export interface ClientKey {
  kid: string;
  alg: ClientKeyAlg;
  createdTime: Date;
}

@Injectable()
export class ClientKeyQueries {
  constructor(private readonly database: Database) {}

  list(clientId: string): Promise<ClientKey[]> {
    return this.database.many<ClientKey>(sql.camelCase`
      select kid, alg, created_time from auth.client_keys where client_id = ${clientId} order by kid`);
  }

  /** The key with this kid; without a kid, the client's only key of this algorithm. */
  async find(
    clientId: string,
    header: { kid: string } | { alg: string },
  ): Promise<RegisteredKey | undefined> {
    const which = 'kid' in header ? sql`kid = ${header.kid}` : sql`alg = ${header.alg}`;
    const keys = await this.database.many<RegisteredKey>(sql`
      select kid, alg, jwk from auth.client_keys where client_id = ${clientId} and ${which} limit 2`);
    return keys.length === 1 ? keys[0] : undefined;
  }

  /**
   * Records that an assertion was redeemed.
   * @returns false when it had already been redeemed
   */
  async consume(tx: Transaction, clientId: string, jtiHash: Buffer, expiresAt: Date): Promise<boolean> {
    const insertedRows = await tx.run(sql`
      insert into auth.spent_assertions (client_id, jti_hash, expires_at)
      values (${clientId}, ${jtiHash}, ${expiresAt}) on conflict do nothing`);
    return insertedRows === 1;
  }
}
