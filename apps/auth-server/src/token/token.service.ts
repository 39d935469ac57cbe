import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { assertMayUse, ClientAuthenticator, presentedClient } from '../clients/index.js';
import { InvalidRequest } from '../errors/index.js';
import { authorizationHeaders, bodyParameters, callerOf, standsInQuery } from '../shared/index.js';
import { Grants } from './grants/grants.js';
import { parseTokenRequest, tokenParameters } from './token-request.schema.js';
import { TokenRequestLimit } from './token-request-limit.js';
import type { TokenResponse } from './token-response.js';

/** What must not stand in the address, where logs and histories keep it (RFC 6749 2.3.1, 3.2). */
const bodyOnly = [...tokenParameters].filter((name) => name !== 'scope');

/** The token endpoint, step by step (RFC 6749 3.2). */
@Injectable()
export class TokenService {
  constructor(
    private readonly authenticator: ClientAuthenticator,
    private readonly grants: Grants,
    private readonly limit: TokenRequestLimit,
  ) {}

  /** @throws OAuthError */
  async exchange(request: FastifyRequest, reply: FastifyReply): Promise<TokenResponse> {
    if (standsInQuery(request, bodyOnly)) {
      throw new InvalidRequest('Parameters must be sent in the body, not in the address.');
    }
    const parameters = bodyParameters(request, tokenParameters);
    const presented = presentedClient(authorizationHeaders(request), parameters);
    const caller = callerOf(request);
    const client = await this.authenticator.authenticate(presented, caller);
    this.limit.take(client, reply);
    const tokenRequest = parseTokenRequest(parameters);
    assertMayUse(client, tokenRequest.grant_type);
    return this.grants.redeem(tokenRequest, client, caller);
  }
}
