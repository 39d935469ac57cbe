import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@app/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  assertMayUse,
  ClientAuthenticator,
  ClientQueries,
  presentedClient,
  type Client,
  type PresentedClient,
} from '../clients/index.js';
import { InvalidClient, InvalidRequest } from '../errors/index.js';
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
import { parseTokenRequest, tokenParameters } from './token-request.schema.js';
import { TokenRequestLimit } from './token-request-limit.js';
import type { TokenResponse } from './token-response.js';

/** What must not be in the URL, where logs and histories keep it (RFC 6749 2.3.1, 3.2). */
const bodyOnly = [...tokenParameters].filter((name) => name !== 'scope');

/** Milliseconds between two updates of a client's last use. */
const NOTE_USE_EVERY_MS = 300_000;

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
    if (standsInQuery(request, bodyOnly)) {
      throw new InvalidRequest('Parameters must be sent in the body, not in the address.');
    }
    const parameters = bodyParameters(request, tokenParameters);
    const presented = presentedClient(authorizationHeaders(request), parameters);
    const caller = callerOf(request);
    this.limit.refuseAgain(presented, reply);
    await this.#refuseGuess(parameters, presented, caller);
    const client = await this.authenticator.authenticate(presented, caller);
    this.limit.take(client, presented, reply);
    const tokenRequest = parseTokenRequest(parameters);
    assertMayUse(client, tokenRequest.grant_type);
    const response = await this.grants.redeem(tokenRequest, client, caller).catch((error: unknown) => {
      throw error instanceof ClientGone ? new InvalidClient(presented.byBasic, error.message) : error;
    });
    await this.#noteUse(client);
    return response;
  }

  /** From time to time. The token has already been issued: a failure to record this changes nothing. */
  async #noteUse({ clientId, lastUsedTime }: Client): Promise<void> {
    const now = this.clock.now();
    if (lastUsedTime && now.getTime() - lastUsedTime.getTime() < NOTE_USE_EVERY_MS) return;
    await this.clients.noteUse(clientId, now).catch(() => undefined);
  }

  /** A futile password try is refused before the client is looked up. @throws TemporarilyUnavailable */
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
