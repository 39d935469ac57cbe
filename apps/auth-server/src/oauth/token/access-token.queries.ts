import { Injectable } from '@nestjs/common';
import type { Role, Scope } from '@app/contracts';
import { Database, sql, runInContext, type Reader, type Transaction } from '@app/database';

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
  jti: string;
  sid: string;
}

/** When tokens are issued, and until when they are valid. */
export interface IssuingTime {
  day: string;
  expiresAt: Date;
}

/** A token to be issued together with others. */
export interface BatchedToken extends NewToken {
  /** The client's row must still have this version. */
  clientVersion: string;
}

/** A refresh token to be exchanged together with others. */
export interface BatchedRefresh {
  clientId: string;
  clientVersion: string;
  /** Of the token that is presented. */
  day: string;
  hash: Buffer;
  jti: string;
  /** The hash of its successor. */
  next: Buffer;
}

export type RefreshedTokenRow = IssuedTokenRow & {
  familyId: string;
  /** The full grant of the family. */
  scopes: Scope[];
};

/** A batch is of many clients and portals, and holds one connection: none of them has to have a share left for it. */
const together = { operation: 'tokens issued together', portalId: undefined };

@Injectable()
export class AccessTokenQueries {
  constructor(private readonly database: Database) {}

  /**
   * Locks, reads rights, draws the token number and stores the token's row in one round trip.
   * @returns undefined when the client or the account is no longer active, or the portal has blocked the client
   */
  insertToken(
    reader: Reader,
    token: NewToken,
    { day, expiresAt }: IssuingTime,
  ): Promise<IssuedTokenRow | undefined> {
    return reader.one<IssuedTokenRow>(sql.camelCase`
      select t.seq, t.client_scopes, t.portal_id, t.portal_name, t.account_id, t.person_id, t.roles, t.email,
             t.first_name, t.last_name
        from auth.issue_access_token(${token.portalId}, ${token.clientId}, ${token.accountId}, ${day},
                                     ${token.jti}, ${token.sid}, ${expiresAt}) t`);
  }

  /**
   * The `sid` of the access tokens that a client gets for an account by assertions. It is one as long as it gets any,
   * so that a removal of the client from the account finds it. Takes the locks of issuing.
   * @param newSid its first one
   * @param prolonged until when it is kept, if it would not be until `until`
   */
  async familyOfAssertions(
    tx: Transaction,
    { portalId, accountId, clientId }: { portalId: number; accountId: number; clientId: string },
    { newSid, until, prolonged }: { newSid: string; until: Date; prolonged: Date },
  ): Promise<string> {
    return (await tx.value<string>(sql`
      select auth.family_of_assertions(${portalId}, ${clientId}, ${accountId}, ${newSid}, ${until}, ${prolonged}) as sid`))!;
  }

  /**
   * Like {@link insertToken}, for many tokens in one statement and one commit, and without waiting for anybody's locks.
   * @returns in the order of `tokens`; undefined where anything forbids it, such as a lock or another version
   */
  async issueBatch(
    tokens: readonly BatchedToken[],
    { day, expiresAt }: IssuingTime,
  ): Promise<(IssuedTokenRow | undefined)[]> {
    const rows = await runInContext(together, () =>
      this.database.many<IssuedTokenRow & { n: number }>(sql.camelCase`
        select t.n, t.seq, t.client_scopes, t.portal_id, t.portal_name, t.account_id, t.person_id, t.roles, t.email,
               t.first_name, t.last_name
          from auth.issue_access_tokens(
                 ${tokens.map((token) => token.portalId)}, ${tokens.map((token) => token.clientId)},
                 ${tokens.map((token) => token.clientVersion)}, ${tokens.map((token) => token.accountId)},
                 ${tokens.map((token) => token.jti)}, ${tokens.map((token) => token.sid)}, ${day}, ${expiresAt}) t`),
    );
    return inOrder(rows, tokens.length);
  }

  /**
   * Spends many refresh tokens, extends their families, adds the successors and issues access tokens, in one statement
   * and one commit, without waiting for anybody's locks. A family is served once, however often it is asked for.
   * @param now when the tokens are issued
   * @param familiesUntil when the families and the successors expire
   * @returns in the order of `tokens`; undefined where anything at all forbids it, and nothing was spent
   */
  async refreshBatch(
    tokens: readonly BatchedRefresh[],
    now: Date,
    { day, expiresAt }: IssuingTime,
    familiesUntil: Date,
  ): Promise<(RefreshedTokenRow | undefined)[]> {
    const rows = await runInContext(together, () =>
      this.database.many<RefreshedTokenRow & { n: number }>(sql.camelCase`
        select t.n, t.seq, t.family_id, t.scopes, t.client_scopes, t.portal_id, t.portal_name, t.account_id,
               t.person_id, t.roles, t.email, t.first_name, t.last_name
          from auth.refresh_access_tokens(
                 ${tokens.map((token) => token.clientId)}, ${tokens.map((token) => token.clientVersion)},
                 ${tokens.map((token) => token.day)}, ${tokens.map((token) => token.hash)},
                 ${tokens.map((token) => token.jti)}, ${tokens.map((token) => token.next)}, ${now}, ${day},
                 ${expiresAt}, ${familiesUntil}) t`),
    );
    return inOrder(rows, tokens.length);
  }
}

/** Puts each row where its question was; they count from 1. */
function inOrder<T>(rows: readonly (T & { n: number })[], count: number): (T | undefined)[] {
  const answers = new Array<T | undefined>(count).fill(undefined);
  for (const row of rows) answers[row.n - 1] = row;
  return answers;
}
