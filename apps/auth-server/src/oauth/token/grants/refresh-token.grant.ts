import { Inject, Injectable } from '@nestjs/common';
import type { Scope } from '@app/contracts';
import { Database, type Reader } from '@app/database';
import { CLOCK, type Clock } from '@app/kernel';
import { RefusalRecorder } from '../../../edge/audit/index.js';
import type { Client } from '../../../applications/clients/index.js';
import { InvalidGrant } from '../../../edge/errors/index.js';
import { IdTokens, readLogin, type OpenidLogin } from '../../openid/index.js';
import { FamilyQueries, type RefreshTokenRow } from '../family.queries.js';
import { requestedScopes, requestedWithOpenid } from '../scope-narrowing.js';
import { RACE_MS, SingleUse } from '../single-use.js';
import { TokenIssuer } from '../token-issuer.js';
import type { RequestOf } from '../token-request.schema.js';
import { tokenResponse, type TokenResponse } from '../token-response.js';
import type { Grant } from './grant.js';

const refused = (detail: string) =>
  new InvalidGrant('The refresh token is invalid, expired, revoked or already used.', { detail });

/** Milliseconds after its first use in which a token can be exchanged again, in case the answer was lost (contract 3.62). */
const REPEATABLE_MS = 60_000;
/** The same for a client without a secret, which anyone can impersonate. */
const REPEATABLE_WITHOUT_SECRET_MS = 10_000;

/**
 * Whether the exchange of a used token may be repeated, provided that its successor was never used. Not within
 * {@link RACE_MS} of the last use: then a concurrent request got the answer, so it was not lost.
 */
function isRepeatable(token: RefreshTokenRow, { hasSecret }: Client): boolean {
  const { usedAtMs, firstUsedAtMs, foundAtMs, nextHash } = token;
  if (usedAtMs === null || firstUsedAtMs === null || nextHash === null) return false;
  const isRace = foundAtMs - usedAtMs <= RACE_MS;
  return !isRace && foundAtMs - firstUsedAtMs <= (hasSecret ? REPEATABLE_MS : REPEATABLE_WITHOUT_SECRET_MS);
}

/** The part of the family's scopes that a refresh requests. */
interface RequestedAtRefresh {
  /** Undefined: all. */
  scopes: Scope[] | undefined;
  /** The login with the requested scopes of OpenID Connect; undefined: no ID token. */
  login: OpenidLogin | undefined;
}

const fullGrant: RequestedAtRefresh = { scopes: undefined, login: undefined };

/** @throws InvalidScope */
function readScope(text: string | undefined, token: RefreshTokenRow): RequestedAtRefresh {
  const login = readLogin(token);
  if (text === undefined || login === undefined)
    return { scopes: requestedScopes(text, token.scopes), login };
  const { scopes, openidScopes } = requestedWithOpenid(text, token.scopes);
  const granted = openidScopes.filter((scope) => login.openidScopes.includes(scope));
  return { scopes, login: granted.length === 0 ? undefined : { ...login, openidScopes: granted } };
}

/** RFC 6749 6, with rotation (RFC 9700 4.14.2, contract 3.14). */
@Injectable()
export class RefreshTokenGrant implements Grant<'refresh_token'> {
  constructor(
    private readonly database: Database,
    private readonly families: FamilyQueries,
    private readonly issuer: TokenIssuer,
    private readonly idTokens: IdTokens,
    private readonly singleUse: SingleUse,
    private readonly refusals: RefusalRecorder,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Exchanges a refresh token. A cached client gets the full grant by one statement. If that fails, or a scope is
   * requested, nothing changes and the caller repeats the exchange with the current client.
   * @param startedAt when the request began, by `performance.now()`
   */
  async redeem(
    request: RequestOf<'refresh_token'>,
    client: Client,
    startedAt = performance.now(),
  ): Promise<TokenResponse> {
    if (client.cachedVersion !== undefined) {
      const isFull = request.scope === undefined;
      const response = isFull && (await this.#exchange(this.database, request, client, fullGrant, null));
      if (response) return response;
      throw refused('cached client: the exchange is repeated');
    }
    const token = await this.families.find(request.refresh_token, performance.now() - startedAt);
    if (!token) throw refused('unknown');
    if (token.clientId !== client.clientId) {
      await this.#recordForeign(token, client);
      throw refused('of another client'); // RFC 6749 10.4
    }
    const { usedAtMs } = token;
    const isRepeat = isRepeatable(token, client);
    if (usedAtMs !== null && !isRepeat) return this.#refuseReuse(token, usedAtMs);
    if (token.expiresAt <= this.clock.now()) throw refused('expired');
    if (token.familyEndedAt !== null) throw refused('family ended');
    const requested = readScope(request.scope, token); // RFC 6749 6: never wider; a refusal here consumes nothing
    const exchange = (reader: Reader) => this.#exchange(reader, request, client, requested, token.nextHash);
    const response =
      requested.login || isRepeat
        ? await this.database.write(async (tx) => {
            const answer = await exchange(tx);
            if (answer && usedAtMs !== null)
              await this.singleUse.recordRepeat(
                tx,
                { ...token, kind: 'refresh_token' },
                { ...token, usedAtMs },
              );
            return answer;
          })
        : await exchange(this.database);
    if (response) return response;
    const lastUsedAtMs = (await this.families.find(request.refresh_token))?.usedAtMs ?? null;
    if (lastUsedAtMs !== null) return this.#refuseReuse(token, lastUsedAtMs);
    throw refused('the family ended, the person or the client is not active, or a second factor is missing');
  }

  /** @returns undefined when a right is missing; then nothing has changed */
  async #exchange(
    reader: Reader,
    request: RequestOf<'refresh_token'>,
    client: Client,
    { scopes, login }: RequestedAtRefresh,
    replacedHash: Buffer | null,
  ): Promise<TokenResponse | undefined> {
    const { clientId } = client;
    const prepared = this.issuer.prepare();
    const row = await this.families.refresh(reader, request.refresh_token, client, prepared, replacedHash);
    if (!row) return undefined;
    const { familyId, portalId, accountId, nextToken: refreshToken } = row;
    const grant = { clientId, familyId, scopes: scopes ?? row.scopes, openidScopes: login?.openidScopes };
    const issued = await prepared.sign(row, grant);
    const { accessToken } = issued;
    const idToken =
      login &&
      (await this.idTokens.issue(reader, client, { portalId, accountId, login, nonce: null, accessToken }));
    // with openid, the request may have had unknown names, which were ignored
    return tokenResponse(issued, login ? undefined : scopes, { refreshToken, idToken });
  }

  /** @param token as it was when this attempt began */
  async #refuseReuse(token: RefreshTokenRow, usedAtMs: number): Promise<never> {
    await this.singleUse.handleReuse({ ...token, kind: 'refresh_token' }, { ...token, usedAtMs });
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
