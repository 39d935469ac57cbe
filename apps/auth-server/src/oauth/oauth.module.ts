import { Module } from '@nestjs/common';
import { OnboardingModule } from '@app/onboarding';
import { AuthorizationStart } from './authorize/authorization-start.js';
import { AuthorizePagesController } from './authorize/authorize-pages.controller.js';
import { AuthorizeController } from './authorize/authorize.controller.js';
import { AuthorizeQueries } from './authorize/authorize.queries.js';
import { AuthorizeService } from './authorize/authorize.service.js';
import { ConsentContext } from './authorize/consent-context.js';
import { ConsentService } from './authorize/consent.service.js';
import { NewClients } from './authorize/new-clients.js';
import { OfferSteps } from './authorize/offer-steps.js';
import { PortalCreation } from './authorize/portal-creation.js';
import { RequestReader } from './authorize/request-reader.js';
import { AuthorizationResponse } from './authorize/response.js';
import { AuthorizeSteps } from './authorize/steps.js';
import { LogoutPagesController } from './logout/logout-pages.controller.js';
import { LogoutRequests } from './logout/logout-request.js';
import { LogoutController } from './logout/logout.controller.js';
import { LogoutService } from './logout/logout.service.js';
import { MetadataController } from './metadata/metadata.controller.js';
import { InternalListener } from './onboarding-grants/internal-listener.js';
import { OnboardingGrantQueries } from './onboarding-grants/onboarding-grant.queries.js';
import { OnboardingGrants } from './onboarding-grants/onboarding-grants.js';
import { IntrospectionRateLimit } from './revoke/introspection-rate-limit.js';
import { PresentedToken } from './revoke/presented-token.js';
import { RevokeController } from './revoke/revoke.controller.js';
import { RevokeService } from './revoke/revoke.service.js';
import { ValidateController } from './revoke/validate.controller.js';
import { AccessTokenQueries } from './token/access-token.queries.js';
import { CodeQueries } from './token/code.queries.js';
import { FamilyQueries } from './token/family.queries.js';
import { AuthorizationCodeGrant } from './token/grants/authorization-code.grant.js';
import { ClientCredentialsGrant } from './token/grants/client-credentials.grant.js';
import { GrantFactor } from './token/grants/grant-factor.js';
import { Grants } from './token/grants/grants.js';
import { PasswordGrant } from './token/grants/password.grant.js';
import { RefreshTokenGrant } from './token/grants/refresh-token.grant.js';
import { ServiceJwtGrant } from './token/grants/service-jwt.grant.js';
import { SingleUse } from './token/single-use.js';
import { TokenIssuer } from './token/token-issuer.js';
import { TokenRequestLimit } from './token/token-request-limit.js';
import { TokenController } from './token/token.controller.js';
import { TokenService } from './token/token.service.js';
import { ApplicationsModule } from '../applications/applications.module.js';
import { PersonModule } from '../person/person.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { OpenidModule } from './openid/index.js';
import { PublicKeyModule } from './signing-keys/index.js';

/** The endpoints for applications: codes, tokens, their validation, and logout. */
@Module({
  imports: [ApplicationsModule, OnboardingModule, OpenidModule, PersonModule, PublicKeyModule, SignInModule],
  // in the order of the OpenAPI document
  controllers: [
    MetadataController,
    TokenController,
    ValidateController,
    RevokeController,
    AuthorizeController,
    AuthorizePagesController,
    LogoutController,
    LogoutPagesController,
  ],
  providers: [
    AuthorizationStart,
    ConsentContext,
    ConsentService,
    AuthorizeQueries,
    AuthorizeService,
    NewClients,
    OfferSteps,
    PortalCreation,
    RequestReader,
    AuthorizationResponse,
    AuthorizeSteps,
    LogoutRequests,
    LogoutService,
    InternalListener,
    OnboardingGrantQueries,
    OnboardingGrants,
    IntrospectionRateLimit,
    PresentedToken,
    RevokeService,
    TokenService,
    TokenRequestLimit,
    TokenIssuer,
    AccessTokenQueries,
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
})
export class OAuthModule {}
