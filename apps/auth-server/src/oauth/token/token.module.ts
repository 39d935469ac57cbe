import { Module } from '@nestjs/common';
import { ApprovalQueries } from '../../applications/approvals/index.js';
import { ClientsModule } from '../../applications/clients/index.js';
import { OpenidModule } from '../openid/index.js';
import { PublicKeyModule } from '../signing-keys/index.js';
import { AccessTokenQueries } from './access-token.queries.js';
import { BatchExchange } from './batch/batch-exchange.js';
import { CodeQueries } from './code.queries.js';
import { FamilyQueries } from './family.queries.js';
import { AuthorizationCodeGrant } from './grants/authorization-code.grant.js';
import { ClientCredentialsGrant } from './grants/client-credentials.grant.js';
import { Grants } from './grants/grants.js';
import { GrantFactor } from './grants/grant-factor.js';
import { PasswordGrant } from './grants/password.grant.js';
import { RefreshTokenGrant } from './grants/refresh-token.grant.js';
import { ServiceJwtGrant } from './grants/service-jwt.grant.js';
import { SingleUse } from './single-use.js';
import { TokenRequestLimit } from './token-request-limit.js';
import { TokenBatches } from './batch/token-batches.js';
import { TokenController } from './token.controller.js';
import { TokenIssuer } from './token-issuer.js';
import { TokenService } from './token.service.js';
import { SignInModule } from '../../sign-in/sign-in.module.js';

@Module({
  imports: [ClientsModule, OpenidModule, SignInModule, PublicKeyModule],
  controllers: [TokenController],
  providers: [
    ApprovalQueries,
    TokenService,
    BatchExchange,
    TokenRequestLimit,
    TokenIssuer,
    AccessTokenQueries,
    TokenBatches,
    CodeQueries,
    FamilyQueries,
    SingleUse,
    Grants,
    AuthorizationCodeGrant,
    ClientCredentialsGrant,
    GrantFactor,
    PasswordGrant,
    RefreshTokenGrant,
    ServiceJwtGrant,
  ],
  exports: [TokenIssuer, CodeQueries, FamilyQueries],
})
export class TokenModule {}
