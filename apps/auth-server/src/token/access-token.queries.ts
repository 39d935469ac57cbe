import { Injectable } from '@nestjs/common';
import type { Role, Scope } from '@app/contracts';
import { sql, type Reader } from '@app/database';

/** What was read, after the locks, while a token was drawn: the basis for its claims. */
export interface DrawnToken {
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

export interface TokenToDraw {
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
   * Locks, reads rights, draws the number and stores the token's row in one round trip.
   * @returns undefined when the client or the account is no longer active, or the portal has blocked the client
   */
  draw(on: Reader, token: TokenToDraw): Promise<DrawnToken | undefined> {
    return on.one<DrawnToken>(sql.camelCase`
      select t.seq, t.client_scopes, t.portal_id, t.portal_name, t.account_id, t.person_id, t.roles, t.email,
             t.first_name, t.last_name
        from auth.issue_access_token(${token.portalId}, ${token.clientId}, ${token.accountId}, ${token.day},
                                     ${token.jti}, ${token.sid}, ${token.expiresAt}) t
       where t.portal_id is null or not auth.is_blocked(t.portal_id, ${token.clientId})`); // read after the locks
  }
}
