import { Injectable } from '@nestjs/common';
import type { GrantType } from '@app/contracts';
import { parseDay, sha256 } from '@app/kernel';
import { assertMayUse, ClientAuthenticator, type Client } from '../../../applications/clients/index.js';
import { OAuthError } from '../../../edge/errors/index.js';
import { REFRESH_TOKEN_KIND } from '../family.queries.js';
import { createSubject } from '../grants/client-credentials.grant.js';
import { requestedScopes } from '../scope-narrowing.js';
import type { TokenAttempt } from '../token-attempt.js';
import { TokenBatches } from './token-batches.js';
import { newFamilyId, TokenIssuer } from '../token-issuer.js';
import { TokenRequestLimit } from '../token-request-limit.js';
import { parseTokenRequest, type RequestOf } from '../token-request.schema.js';
import { tokenResponse, type TokenResponse } from '../token-response.js';

/** Grants that need no transaction of their own. */
const batchedGrants: ReadonlySet<string> = new Set<GrantType>(['client_credentials', 'refresh_token']);

/** The one door to tokens that are issued together: it answers a response or nothing. Source: ADR 25. */
@Injectable()
export class BatchExchange {
  constructor(
    private readonly authenticator: ClientAuthenticator,
    private readonly limit: TokenRequestLimit,
    private readonly batches: TokenBatches,
    private readonly issuer: TokenIssuer,
  ) {}

  /**
   * The whole exchange in one statement with others that wait, for a client as its row was some seconds ago. That
   * statement confirms the version of the row. Refusals are left to the exchange alone.
   * @returns undefined when anything at all prevents it; then nothing was issued, used up or recorded, and at most the
   *   attempt was counted
   * @throws Unavailable when Postgres is down
   */
  async try(attempt: TokenAttempt): Promise<{ client: Client; response: TokenResponse } | undefined> {
    if (!batchedGrants.has(attempt.parameters.get('grant_type') ?? '')) return undefined;
    const client = this.authenticator.findCached(attempt.presented);
    if (!client) return undefined;
    const response = await this.#redeem(attempt, client).catch((error: unknown) => {
      if (!(error instanceof OAuthError)) throw error;
    });
    if (response) return { client, response };
    this.authenticator.evict(client);
    return undefined;
  }

  async #redeem(attempt: TokenAttempt, client: Client): Promise<TokenResponse | undefined> {
    const request = parseTokenRequest(attempt.parameters);
    assertMayUse(client, request.grant_type);
    if (!this.limit.count(attempt, client)) return undefined;
    if (request.grant_type === 'client_credentials') return this.#issue(request, client);
    if (request.grant_type === 'refresh_token') return this.#refresh(request, client);
    return undefined;
  }

  async #issue(request: RequestOf<'client_credentials'>, client: Client): Promise<TokenResponse | undefined> {
    const requested = requestedScopes(request.scope, client.scopes);
    const { clientId } = client;
    const familyId = newFamilyId();
    const sign = this.issuer.prepareSigning();
    const token = await this.batches.issue(client, { ...createSubject(client), sid: familyId });
    const grant = { clientId, familyId, scopes: requested ?? client.scopes };
    return token && tokenResponse(await sign(token, grant), requested); // RFC 6749 4.4.3: no refresh token
  }

  /** For the full grant of the family: what else may be requested is read before the token is spent. */
  async #refresh(
    { refresh_token: text, scope }: RequestOf<'refresh_token'>,
    { clientId, version }: Client,
  ): Promise<TokenResponse | undefined> {
    const day = scope === undefined ? parseDay(REFRESH_TOKEN_KIND, text) : undefined;
    if (day === undefined) return undefined;
    const sign = this.issuer.prepareSigning();
    const token = await this.batches.refresh({ clientId, version }, { day, hash: sha256(text) });
    if (!token) return undefined;
    const { familyId, scopes } = token.row;
    return tokenResponse(await sign(token, { clientId, familyId, scopes }), undefined, {
      refreshToken: token.next,
    });
  }
}
