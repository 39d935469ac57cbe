import { Injectable } from '@nestjs/common';
import { RevocationReader, Revocations } from '@app/access';
import { Database } from '@app/database';
import { setLoggedClient } from '@app/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuditLog } from '../../edge/audit/index.js';
import {
  createBudgetKey,
  ClientAuthenticator,
  presentedClient,
  type Client,
} from '../../applications/clients/index.js';
import { InvalidClient, InvalidRequest, UnauthorizedClient } from '../../edge/errors/index.js';
import { authorizationHeaders, bodyParameters, hasQueryParameter } from '../../edge/request/index.js';
import { IntrospectionRateLimit } from './introspection-rate-limit.js';
import { PresentedToken, type KnownToken } from './presented-token.js';
import { PresentedTokenParameters, type Introspection } from './revoke.schema.js';

const parameters: ReadonlySet<string> = new Set(Object.keys(PresentedTokenParameters.shape));

/** RFC 7009 (revocation, contract 3.25) and RFC 7662 (introspection, contract 3.26). */
@Injectable()
export class RevokeService {
  constructor(
    private readonly authenticator: ClientAuthenticator,
    private readonly limit: IntrospectionRateLimit,
    private readonly tokens: PresentedToken,
    private readonly revocations: Revocations,
    private readonly reader: RevocationReader,
    private readonly database: Database,
    private readonly audit: AuditLog,
  ) {}

  /** @throws InvalidRequest, InvalidClient, TemporarilyUnavailable; UnauthorizedClient for another client's token. */
  async revoke(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { client, text } = await this.#read(request, reply);
    const presented = await this.tokens.find(text);
    if (!presented) return; // RFC 7009 2.2: an unknown token is not an error
    if (getClientId(presented) !== client.clientId) {
      throw new UnauthorizedClient('The token was issued to another client.');
    }
    if (presented.kind === 'access_token' && !presented.isLive) return;
    await this.#end(presented);
    await this.reader.read(); // so that this process refuses the token immediately
  }

  /** @throws InvalidRequest, InvalidClient, TemporarilyUnavailable */
  async introspect(request: FastifyRequest, reply: FastifyReply): Promise<Introspection> {
    const [header] = authorizationHeaders(request);
    // RFC 7662 lets resource servers send a bearer token; this server accepts only client credentials (2.1, 2.3)
    if (/^bearer( |$)/i.test(header ?? '')) throw new InvalidClient(true, 'only a bearer token');
    const { client, text } = await this.#read(request, reply);
    const presented = await this.tokens.find(text);
    const isVisible = presented && (client.introspectsAll || getClientId(presented) === client.clientId);
    if (!isVisible || !presented.isLive) return { active: false };
    if (presented.kind === 'access_token') {
      return {
        active: true,
        token_type: 'Bearer',
        username: presented.claims.user?.email,
        ...presented.claims,
      };
    }
    const { token } = presented;
    return {
      active: true,
      client_id: token.clientId,
      sub: String(token.accountId),
      scope: token.scopes.join(' '),
      sid: token.familyId,
      portal_id: token.portalId,
      exp: Math.floor(token.expiresAt.getTime() / 1000),
    };
  }

  async #read(request: FastifyRequest, reply: FastifyReply): Promise<{ client: Client; text: string }> {
    if (hasQueryParameter(request, ['client_id', 'client_secret', 'token'])) {
      throw new InvalidRequest('Parameters must be sent in the body, not in the address.');
    }
    const body = bodyParameters(request, parameters);
    const presented = presentedClient(authorizationHeaders(request), body);
    const client = await this.authenticator.authenticate(presented);
    setLoggedClient(request, client);
    this.limit.count(createBudgetKey(presented, request.ip), reply);
    const text = body.get('token');
    if (!text) throw InvalidRequest.missing('token');
    return { client, text };
  }

  /** Revoking a refresh token ends its whole family, an access token only itself. */
  #end(presented: KnownToken): Promise<void> {
    return this.database.write(async (tx) => {
      if (presented.kind === 'refresh_token') {
        const { familyId, clientId, accountId, portalId } = presented.token;
        if (!(await this.revocations.endFamily(tx, familyId, 'revoked'))) return;
        const details = { family: familyId };
        await this.audit.record(tx, {
          event: 'family.revoked',
          clientId,
          accountId,
          portalId,
          details,
        });
      } else {
        const { jti, client_id: clientId, user, portal_id: portalId } = presented.claims;
        await this.revocations.revokeToken(tx, jti);
        await this.audit.record(tx, {
          event: 'token.revoked',
          clientId,
          accountId: user?.id ?? null,
          portalId: portalId ?? null,
          details: { jti },
        });
      }
    });
  }
}

const getClientId = (presented: KnownToken): string =>
  presented.kind === 'access_token' ? presented.claims.client_id : presented.token.clientId;
