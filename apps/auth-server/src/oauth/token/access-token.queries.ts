import { Injectable } from '@nestjs/common';
import type { Role, Scope } from '@app/contracts';
import { sql, type Reader, type Transaction } from '@app/database';

/** The row that was read under the locks while a token was issued: the basis for its claims. */
export interface IssuedTokenRow {
  seq: number;
  clientScopes: Scope[];
  portalId: number | null;
  portalName: string | null;
  accountId: number | null;
  personId: number | null;
  roles: Role[] | null;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
}

export interface NewToken {
  portalId: number | null;
  clientId: string;
  accountId: number | null;
  day: string;
  jti: string;
  sid: string;
  expiresAt: Date;
}

@Injectable()
export class AccessTokenQueries {
  /**
   * Locks, reads rights, draws the token number and stores the token's row in one round trip.
   * @param clientVersion the version that the client's row must still have; undefined: any. Checked before the locks,
   *   like other authentication
   * @returns undefined when the client's row has another version, the client or the account is no longer active, or the
   *   portal has blocked the client
   */
  insertToken(
    reader: Reader,
    { portalId, clientId, accountId, day, jti, sid, expiresAt }: NewToken,
    clientVersion: string | undefined,
  ): Promise<IssuedTokenRow | undefined> {
    return reader.one<IssuedTokenRow>(sql.camelCase`
      select t.seq, t.client_scopes, t.portal_id, t.portal_name, t.account_id, t.person_id, t.roles, t.email,
             t.first_name, t.last_name
        from auth.clients c
       cross join lateral
             auth.issue_access_token(${portalId}, c.client_id, ${accountId}, ${day}, ${jti}, ${sid}, ${expiresAt}) t
       where c.client_id = ${clientId} and (c.xmin::text = ${clientVersion ?? null}::text) is not false`);
  }

  /**
   * The `sid` of the access tokens that a client gets for an account by assertions. All of them share one `sid`, so
   * that removing the client from the account finds them. Takes the locks of issuing.
   * @param options.newSid used if there is no `sid` yet
   * @param options.until when the new token expires: the `sid` must last that long
   * @param options.prolonged new expiry of a `sid` that would expire earlier; later than `until`, so that most calls
   *   write nothing
   */
  async familyOfAssertions(
    tx: Transaction,
    { portalId, accountId, clientId }: { portalId: number; accountId: number; clientId: string },
    { newSid, until, prolonged }: { newSid: string; until: Date; prolonged: Date },
  ): Promise<string> {
    return (await tx.value<string>(sql`
      select auth.family_of_assertions(${portalId}, ${clientId}, ${accountId}, ${newSid}, ${until}, ${prolonged}) as sid`))!;
  }
}
