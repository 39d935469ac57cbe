import { Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import type { Client } from '../../clients/index.js';
import { askedScopes } from '../scope-narrowing.js';
import { newFamilyId, TokenIssuer, type Subject } from '../token-issuer.js';
import type { RequestOf } from '../token-request.schema.js';
import { tokenResponse, type TokenResponse } from '../token-response.js';
import type { Grant } from './grant.js';

/** A client that was authenticated a moment ago is no longer active. */
export class ClientGone extends Error {}

/**
 * RFC 6749 4.4. A bound client acts through its service account, with administrator's rights on its portal; an
 * unbound one only for itself (wire contract section 3).
 */
@Injectable()
export class ClientCredentialsGrant implements Grant<'client_credentials'> {
  constructor(
    private readonly database: Database,
    private readonly issuer: TokenIssuer,
  ) {}

  /**
   * The exchange together with others.
   * @returns undefined when anything stands against it; then {@link redeem} decides
   * @throws InvalidScope
   */
  async redeemTogether(
    request: RequestOf<'client_credentials'>,
    client: Client,
  ): Promise<TokenResponse | undefined> {
    const asked = askedScopes(request.scope, client.scopes);
    const issued = await this.issuer.issueTogether(client, subjectOf(client), asked ?? client.scopes);
    return issued && tokenResponse(issued, asked); // RFC 6749 4.4.3: no refresh token
  }

  async redeem(request: RequestOf<'client_credentials'>, client: Client): Promise<TokenResponse> {
    const asked = askedScopes(request.scope, client.scopes);
    const issued = await this.issuer.issue(
      this.database,
      client.clientId,
      subjectOf(client),
      newFamilyId(),
      asked ?? client.scopes,
    );
    if (!issued) throw new ClientGone('the client was switched off meanwhile');
    return tokenResponse(issued, asked); // 4.4.3: no refresh token
  }
}

const subjectOf = (client: Client): Subject =>
  client.portalId !== null && client.serviceAccountId !== null
    ? { portalId: client.portalId, accountId: client.serviceAccountId }
    : 'application';
