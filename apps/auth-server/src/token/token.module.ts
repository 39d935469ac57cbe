import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/index.js';
import { PublicKeyModule } from '../public-key/index.js';
import { AccessTokenQueries } from './access-token.queries.js';
import { ClientCredentialsGrant } from './grants/client-credentials.grant.js';
import { Grants } from './grants/grants.js';
import { TokenController } from './token.controller.js';
import { TokenIssuer } from './token-issuer.js';
import { TokenService } from './token.service.js';

@Module({
  imports: [ClientsModule, PublicKeyModule],
  controllers: [TokenController],
  providers: [TokenService, TokenIssuer, AccessTokenQueries, Grants, ClientCredentialsGrant],
  exports: [TokenIssuer],
})
export class TokenModule {}
