import { Injectable } from '@nestjs/common';
import type { Client } from '../../../applications/clients/index.js';
import type { TokenRequest } from '../token-request.schema.js';
import type { TokenResponse } from '../token-response.js';
import { AuthorizationCodeGrant } from './authorization-code.grant.js';
import { ClientCredentialsGrant } from './client-credentials.grant.js';
import { PasswordGrant } from './password.grant.js';
import { RefreshTokenGrant } from './refresh-token.grant.js';
import { ServiceJwtGrant } from './service-jwt.grant.js';

@Injectable()
export class Grants {
  constructor(
    private readonly authorizationCode: AuthorizationCodeGrant,
    private readonly clientCredentials: ClientCredentialsGrant,
    private readonly password: PasswordGrant,
    private readonly refreshToken: RefreshTokenGrant,
    private readonly serviceJwt: ServiceJwtGrant,
  ) {}

  /** @param startedAt when the exchange began, by `performance.now()` */
  redeem(request: TokenRequest, client: Client, startedAt: number): Promise<TokenResponse> {
    switch (request.grant_type) {
      case 'client_credentials':
        return this.clientCredentials.redeem(request, client);
      case 'password':
        return this.password.redeem(request, client);
      case 'refresh_token':
        return this.refreshToken.redeem(request, client, startedAt);
      case 'authorization_code':
        return this.authorizationCode.redeem(request, client);
      case 'service_jwt':
        return this.serviceJwt.redeem(request, client);
    }
  }
}
