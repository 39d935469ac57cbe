import { Inject, Injectable } from '@nestjs/common';
import { grantTypes, type GrantType } from '@app/contracts';
import { setLoggedClient } from '@app/http';
import { CLOCK, oauthErrorCodes, Problem, Unavailable, type Clock } from '@app/kernel';
import { metrics } from '@app/metrics';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  assertMayUse,
  ClientAuthenticator,
  ClientQueries,
  presentedClient,
  type Client,
} from '../../applications/clients/index.js';
import { InvalidClient, InvalidRequest, OAuthError } from '../../edge/errors/index.js';
import { PasswordCheck } from '../../sign-in/passwords/index.js';
import {
  authorizationHeaders,
  bodyParameters,
  hasQueryParameter,
  type Parameters,
} from '../../edge/request/index.js';
import { ClientInactive } from './grants/client-credentials.grant.js';
import { Grants } from './grants/grants.js';
import type { TokenAttempt } from './token-attempt.js';
import { parseTokenRequest, tokenParameters } from './token-request.schema.js';
import { TokenRequestLimit } from './token-request-limit.js';
import type { TokenResponse } from './token-response.js';

/** Parameters that must not be in the URL, where logs and histories keep them (RFC 6749 2.3.1, 3.2). */
const bodyOnly = [...tokenParameters].filter((name) => name !== 'scope');

/** Milliseconds between two updates of a client's last use. */
const USE_UPDATE_MS = 300_000;

/** Grants that one statement can issue, which also confirms a cached client. */
const cachedClientGrants: ReadonlySet<string | undefined> = new Set<GrantType>([
  'client_credentials',
  'refresh_token',
]);

interface Exchange {
  client: Client;
  response: TokenResponse;
}

/** The error code of a refusal; any other error is a failure. */
function getRefusalCode(error: unknown): string {
  if (error instanceof Unavailable) return 'temporarily_unavailable';
  return error instanceof Problem && error.errorCode in oauthErrorCodes ? error.errorCode : 'server_error';
}

/** @throws InvalidRequest */
function readParameters(request: FastifyRequest): Parameters {
  if (hasQueryParameter(request, bodyOnly)) {
    throw new InvalidRequest('Parameters must be sent in the body, not in the address.');
  }
  return bodyParameters(request, tokenParameters);
}

/** The token endpoint, step by step (RFC 6749 3.2). */
@Injectable()
export class TokenService {
  constructor(
    private readonly authenticator: ClientAuthenticator,
    private readonly grants: Grants,
    private readonly limit: TokenRequestLimit,
    private readonly passwords: PasswordCheck,
    private readonly clients: ClientQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws OAuthError */
  async exchange(request: FastifyRequest, reply: FastifyReply): Promise<TokenResponse> {
    let grant: GrantType | 'unknown' = 'unknown';
    try {
      const parameters = readParameters(request);
      grant = grantTypes.find((type) => type === parameters.get('grant_type')) ?? 'unknown';
      const response = await this.#exchange(parameters, request, reply);
      metrics.oauth_tokens_issued_total.inc({ grant });
      return response;
    } catch (error) {
      metrics.oauth_tokens_refused_total.inc({ grant, reason: getRefusalCode(error) });
      throw error;
    }
  }

  async #exchange(
    parameters: Parameters,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<TokenResponse> {
    const attempt: TokenAttempt = {
      parameters,
      presented: presentedClient(authorizationHeaders(request), parameters),
      ip: request.ip,
      startedAt: performance.now(),
    };
    this.limit.refuseRepeated(attempt, reply);
    await this.#refuseThrottledPassword(attempt);
    const { client, response } =
      (await this.#exchangeWithCachedClient(attempt)) ??
      (await this.#exchangeWithClient(attempt, request, reply));
    setLoggedClient(request, client);
    this.limit.describe(attempt, reply);
    await this.#recordUse(client);
    return response;
  }

  /**
   * Avoids the lookup of the client: the statement of the grant confirms that its row has not changed.
   * @returns undefined after any refusal; only the attempt has been counted, and the exchange must be repeated with the
   *   client's current row
   */
  async #exchangeWithCachedClient(attempt: TokenAttempt): Promise<Exchange | undefined> {
    if (!cachedClientGrants.has(attempt.parameters.get('grant_type'))) return undefined;
    const client = this.authenticator.findCached(attempt.presented);
    if (!client) return undefined;
    try {
      return this.limit.count(attempt, client) ? await this.#redeem(attempt, client) : undefined;
    } catch (error) {
      if (error instanceof OAuthError) return undefined;
      throw error;
    }
  }

  /**
   * Exchanges the request. Once the client has authenticated, its id is in the log and its limit in the headers, even
   * if the request is refused.
   */
  async #exchangeWithClient(
    attempt: TokenAttempt,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Exchange> {
    const client = await this.authenticator.authenticate(attempt.presented);
    setLoggedClient(request, client);
    this.limit.assertWithin(attempt, client, reply);
    return this.#redeem(attempt, client);
  }

  async #redeem({ parameters, presented, startedAt }: TokenAttempt, client: Client): Promise<Exchange> {
    const tokenRequest = parseTokenRequest(parameters);
    assertMayUse(client, tokenRequest.grant_type);
    const redeeming = this.grants.redeem(tokenRequest, client, startedAt);
    const response = await redeeming.catch((error: unknown) => {
      throw error instanceof ClientInactive ? new InvalidClient(presented.byBasic, error.message) : error;
    });
    return { client, response };
  }

  /**
   * Refuses a password attempt over the limits before the client is looked up.
   * @throws TemporarilyUnavailable
   */
  async #refuseThrottledPassword({ parameters, presented, ip }: TokenAttempt): Promise<void> {
    const username = parameters.get('username');
    if (parameters.get('grant_type') !== 'password' || username === undefined) return;
    await this.passwords.refuseIfThrottled({
      username,
      ip,
      method: 'password grant',
      clientId: presented.clientId,
      isClientProven: presented.secret !== undefined,
    });
  }

  /**
   * Occasionally records the last use. The token has already been issued, so a failure here changes nothing.
   */
  async #recordUse({ clientId, lastUsedTime }: Client): Promise<void> {
    const now = this.clock.now();
    if (lastUsedTime && now.getTime() - lastUsedTime.getTime() < USE_UPDATE_MS) return;
    const before = new Date(now.getTime() - USE_UPDATE_MS);
    await this.clients.recordUse(clientId, now, before).catch(() => undefined);
  }
}
