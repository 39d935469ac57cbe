import { Inject, Injectable } from '@nestjs/common';
import type { Scope } from '@app/contracts';
import { Database } from '@app/database';
import { CLOCK, type Clock } from '@app/kernel';
import { RefusalFlood } from '../../../edge/audit/index.js';
import type { Client } from '../../../applications/clients/index.js';
import { InvalidGrant } from '../../../edge/errors/index.js';
import { SecondFactor } from '../../../sign-in/second-factor/index.js';
import { IdTokens, readLogin, type OpenidLogin } from '../../openid/index.js';
import { FamilyQueries, type RefreshTokenRow } from '../family.queries.js';
import { requestedScopes, requestedWithOpenid } from '../scope-narrowing.js';
import { SingleUse } from '../single-use.js';
import { TokenIssuer } from '../token-issuer.js';
import type { RequestOf } from '../token-request.schema.js';
import { tokenResponse, type TokenResponse } from '../token-response.js';
import type { Grant } from './grant.js';

const refused = (detail: string) =>
  new InvalidGrant('The refresh token is invalid, expired, revoked or already used.', { detail });

/** The part of its family's scopes that a refresh asks for. */
interface RequestedAtRefresh {
  /** Undefined: all. */
  scopes: Scope[] | undefined;
  /** With what was asked for of the scopes of OpenID Connect; undefined: no ID token. */
  login: OpenidLogin | undefined;
}

/** @throws InvalidScope */
function readScope(text: string | undefined, token: RefreshTokenRow): RequestedAtRefresh {
  const login = readLogin(token);
  if (text === undefined || login === undefined)
    return { scopes: requestedScopes(text, token.scopes), login };
  const { scopes, openidScopes } = requestedWithOpenid(text, token.scopes);
  const granted = openidScopes.filter((scope) => login.openidScopes.includes(scope));
  return { scopes, login: granted.length === 0 ? undefined : { ...login, openidScopes: granted } };
}

/** Rolls the transaction back: another request used the token. */
class SpentMeanwhile extends Error {}

/** RFC 6749 6, with rotation (RFC 9700 4.14.2, contract 3.14). */
@Injectable()
export class RefreshTokenGrant implements Grant<'refresh_token'> {
  constructor(
    private readonly database: Database,
    private readonly families: FamilyQueries,
    private readonly issuer: TokenIssuer,
    private readonly idTokens: IdTokens,
    private readonly singleUse: SingleUse,
    private readonly refusals: RefusalFlood,
    private readonly factor: SecondFactor,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param startedAt when the exchange began, perhaps together with others, by `performance.now()` */
  async redeem(
    request: RequestOf<'refresh_token'>,
    client: Client,
    startedAt = performance.now(),
  ): Promise<TokenResponse> {
    const token = await this.families.find(request.refresh_token, performance.now() - startedAt);
    if (!token) throw refused('unknown');
    if (token.clientId !== client.clientId) {
      await this.#recordForeign(token, client);
      throw refused('of another client'); // RFC 6749 10.4
    }
    if (token.usedAtMs !== null) return this.#usedAlready(token, token.usedAtMs);
    if (token.expiresAt <= this.clock.now()) throw refused('expired');
    if (token.familyEndedAt !== null) throw refused('family ended');
    const requested = readScope(request.scope, token); // RFC 6749 6: never wider; nothing is used up
    try {
      return await this.#exchange(token, client, requested);
    } catch (error) {
      if (!(error instanceof SpentMeanwhile)) throw error;
      const winner = await this.families.find(request.refresh_token);
      return this.#usedAlready(token, winner?.usedAtMs ?? token.foundAtMs);
    }
  }

  #exchange(token: RefreshTokenRow, client: Client, requested: RequestedAtRefresh): Promise<TokenResponse> {
    const { familyId, portalId, accountId, clientId } = token;
    const now = this.clock.now();
    const subject = { portalId, accountId };
    const { scopes, login } = requested;
    return this.database.write(async (tx) => {
      const granted = scopes ?? token.scopes;
      const issued = await this.issuer.issue(tx, clientId, subject, familyId, granted, login?.openidScopes);
      if (!issued) throw refused('the person or the client is no longer active');
      if (!(await this.factor.allowsFamily(tx, token, token.familyFactorTime))) {
        throw refused('a second factor is demanded, and was not used');
      }
      if (!(await this.families.extend(tx, familyId, now))) throw refused('family ended');
      const next = await this.families.addToken(tx, { id: familyId, portalId, accountId, clientId }, now);
      // last, because another use at the same time waits for this transaction from here on
      if (!(await this.families.spend(tx, token))) throw new SpentMeanwhile();
      const { accessToken } = issued;
      const idToken =
        login && (await this.idTokens.issue(tx, client, { ...subject, login, nonce: null, accessToken }));
      // with openid, what was requested may have had names that were ignored
      return tokenResponse(issued, login ? undefined : scopes, { refreshToken: next, idToken });
    });
  }

  /** @param token as it was when this attempt began */
  async #usedAlready(token: RefreshTokenRow, usedAtMs: number): Promise<never> {
    await this.singleUse.usedAlready({ kind: 'refresh_token', ...token }, { ...token, usedAtMs });
    throw refused('used already');
  }

  #recordForeign(token: RefreshTokenRow, client: Client): Promise<void> {
    return this.refusals.refusal({
      event: 'refresh_token.refused',
      clientId: client.clientId,
      accountId: token.accountId,
      portalId: token.portalId,
      details: { reason: 'of another client', owner: token.clientId },
    });
  }
}
