import { Inject, Injectable } from '@nestjs/common';
import { grantTypes, type GrantType } from '@app/contracts';
import { noteClient } from '@app/http';
import { CLOCK, oauthErrorCodes, Problem, type Clock } from '@app/kernel';
import { metrics } from '@app/metrics';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  assertMayUse,
  ClientAuthenticator,
  ClientQueries,
  presentedClient,
  type Client,
  type PresentedClient,
} from '../clients/index.js';
import { InvalidClient, InvalidRequest, OAuthError } from '../errors/index.js';
import { PasswordCheck } from '../passwords/index.js';
import {
  authorizationHeaders,
  bodyParameters,
  callerOf,
  standsInQuery,
  type Caller,
  type Parameters,
} from '../request/index.js';
import { ClientGone } from './grants/client-credentials.grant.js';
import { Grants } from './grants/grants.js';
import { parseTokenRequest, tokenParameters, type TokenRequest } from './token-request.schema.js';
import { TokenRequestLimit, type Asking, type CountedRequest } from './token-request-limit.js';
import type { TokenResponse } from './token-response.js';

/** Parameters that must not be in the URL, where logs and histories keep them (RFC 6749 2.3.1, 3.2). */
const bodyOnly = [...tokenParameters].filter((name) => name !== 'scope');

/** Milliseconds between two updates of a client's last use. */
const NOTE_USE_EVERY_MS = 300_000;

/** The error code of a refusal; one that is no refusal of ours is a failure. */
const reasonOf = (error: unknown): string =>
  error instanceof Problem && error.errorCode in oauthErrorCodes ? error.errorCode : 'server_error';

/** Grants that are redeemed for many in one statement. */
const batchedGrants: ReadonlySet<string> = new Set<GrantType>(['client_credentials', 'refresh_token']);

/** Undefined for a refusal; anything else is thrown. */
function nothingOfRefusal(error: unknown): undefined {
  if (!(error instanceof OAuthError)) throw error;
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
    const asked: { grant: GrantType | 'unknown' } = { grant: 'unknown' };
    try {
      const response = await this.#exchange(request, reply, asked);
      metrics.oauth_tokens_issued_total.inc(asked);
      return response;
    } catch (error) {
      metrics.oauth_tokens_refused_total.inc({ ...asked, reason: reasonOf(error) });
      throw error;
    }
  }

  /** @param asked told which grant this is about, as soon as that is known */
  async #exchange(
    request: FastifyRequest,
    reply: FastifyReply,
    asked: { grant: GrantType | 'unknown' },
  ): Promise<TokenResponse> {
    if (standsInQuery(request, bodyOnly)) {
      throw new InvalidRequest('Parameters must be sent in the body, not in the address.');
    }
    const parameters = bodyParameters(request, tokenParameters);
    asked.grant = grantTypes.find((grant) => grant === parameters.get('grant_type')) ?? 'unknown';
    const presented = presentedClient(authorizationHeaders(request), parameters);
    const caller = callerOf(request);
    const asking = { presented, caller };
    this.limit.refuseAgain(asking, reply);
    await this.#refuseGuess(parameters, presented, caller);
    const askedAt = performance.now();
    const recalled = this.authenticator.recall(presented);
    const early = recalled && (await this.#byRecalled(recalled, asking, parameters));
    const client = early?.response ? recalled! : await this.authenticator.authenticate(presented, caller);
    noteClient(request, client);
    this.limit.take(asking, reply, early?.counted);
    const tried = { askedAt, together: early !== undefined };
    const response = early?.response ?? (await this.#redeem(parameters, presented, client, caller, tried));
    await this.#noteUse(client);
    return response;
  }

  /** @param tried when the exchange was first tried, by `performance.now()`, and whether in a batch */
  async #redeem(
    parameters: Parameters,
    presented: PresentedClient,
    client: Client,
    caller: Caller,
    tried: { askedAt: number; together: boolean },
  ): Promise<TokenResponse> {
    const tokenRequest = parseTokenRequest(parameters);
    assertMayUse(client, tokenRequest.grant_type);
    const together = tried.together ? undefined : await this.grants.redeemTogether(tokenRequest, client);
    if (together) return together;
    return this.grants.redeem(tokenRequest, client, caller, tried.askedAt).catch((error: unknown) => {
      throw error instanceof ClientGone ? new InvalidClient(presented.byBasic, error.message) : error;
    });
  }

  /**
   * The whole exchange for a client as it was some seconds ago, in a statement that confirms what its row said. It may
   * only succeed: whatever stands against it, the request goes on as if nothing had been tried.
   * @returns undefined when it was not tried; without a response when it must go on with a fresh look at the client
   */
  async #byRecalled(
    client: Client,
    asking: Asking,
    parameters: Parameters,
  ): Promise<{ response: TokenResponse | undefined; counted: CountedRequest } | undefined> {
    const tokenRequest = this.#tokenRequest(parameters, client);
    const counted = tokenRequest && this.limit.takeEarly(asking);
    if (!counted) return undefined;
    const response = await this.grants.redeemTogether(tokenRequest, client).catch(nothingOfRefusal);
    if (!response) this.authenticator.forget(client);
    return { response, counted };
  }

  /** Undefined when it would be refused, or is not for a batch. */
  #tokenRequest(parameters: Parameters, client: Client): TokenRequest | undefined {
    if (!batchedGrants.has(parameters.get('grant_type') ?? '')) return undefined;
    try {
      const tokenRequest = parseTokenRequest(parameters);
      assertMayUse(client, tokenRequest.grant_type);
      return tokenRequest;
    } catch (error) {
      return nothingOfRefusal(error);
    }
  }

  /**
   * Occasionally records the last use. The token has already been issued, so a failure here changes nothing.
   */
  async #noteUse({ clientId, lastUsedTime }: Client): Promise<void> {
    const now = this.clock.now();
    if (lastUsedTime && now.getTime() - lastUsedTime.getTime() < NOTE_USE_EVERY_MS) return;
    const before = new Date(now.getTime() - NOTE_USE_EVERY_MS);
    await this.clients.noteUse(clientId, now, before).catch(() => undefined);
    this.authenticator.forget({ clientId });
  }

  /**
   * Refuses a password attempt beyond the limits before the client is looked up. @throws
   * TemporarilyUnavailable
   */
  async #refuseGuess(
    parameters: Parameters,
    { clientId, secret }: PresentedClient,
    caller: Caller,
  ): Promise<void> {
    const username = parameters.get('username');
    if (parameters.get('grant_type') !== 'password' || username === undefined) return;
    await this.passwords.refuseInVain({
      username,
      caller,
      by: 'password grant',
      clientId,
      isClientProven: secret !== undefined,
      knownDevice: undefined,
    });
  }
}
