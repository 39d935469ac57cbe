import { Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import type { Client } from '../../../applications/clients/index.js';
import { requestedScopes } from '../scope-narrowing.js';
import { newFamilyId, TokenIssuer, type Subject } from '../token-issuer.js';
import type { RequestOf } from '../token-request.schema.js';
import { tokenResponse, type TokenResponse } from '../token-response.js';
import type { Grant } from './grant.js';

/** A client that has just authenticated is no longer active, or the row of a cached one has changed. */
export class ClientInactive extends Error {}

/**
 * RFC 6749 4.4. A bound client acts through its service account, as an administrator of its portal; an unbound one only
 * for itself (contract 3.4 and 3.6).
 */
@Injectable()
export class ClientCredentialsGrant implements Grant<'client_credentials'> {
  constructor(
    private readonly database: Database,
    private readonly issuer: TokenIssuer,
  ) {}

  async redeem(request: RequestOf<'client_credentials'>, client: Client): Promise<TokenResponse> {
    const requested = requestedScopes(request.scope, client.scopes);
    const issued = await this.issuer.issue(
      this.database,
      client,
      createSubject(client),
      newFamilyId(),
      requested ?? client.scopes,
    );
    if (!issued) throw new ClientInactive('the client was changed or switched off meanwhile');
    return tokenResponse(issued, requested); // 4.4.3: no refresh token
  }
}

/** The service account of a bound client. */
const createSubject = ({ portalId, serviceAccountId: accountId }: Client): Subject =>
  portalId === null || accountId === null ? { portalId: null, accountId: null } : { portalId, accountId };
