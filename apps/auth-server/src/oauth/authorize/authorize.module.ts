import { Module } from '@nestjs/common';
import { ApprovalQueries } from '../../applications/approvals/index.js';
import { ClientsModule } from '../../applications/clients/index.js';
import { OnboardingModule } from '@app/onboarding';
import { OpenidModule } from '../openid/index.js';
import { TokenModule } from '../token/index.js';
import { ApplicationMailsModule } from '../../applications/mails/index.js';
import { ConsentContext } from './consent-context.js';
import { ConsentService } from './consent.service.js';
import { AuthorizationStart } from './authorization-start.js';
import { AuthorizeController } from './authorize.controller.js';
import { AuthorizePagesController } from './authorize-pages.controller.js';
import { AuthorizeQueries } from './authorize.queries.js';
import { AuthorizeService } from './authorize.service.js';
import { NewClients } from './new-clients.js';
import { OfferSteps } from './offer-steps.js';
import { PortalCreation } from './portal-creation.js';
import { RequestReader } from './request-reader.js';
import { AuthorizationResponse } from './response.js';
import { AuthorizeSteps } from './steps.js';
import { SignInModule } from '../../sign-in/sign-in.module.js';
import { PersonModule } from '../../person/person.module.js';

@Module({
  imports: [
    ApplicationMailsModule,
    OnboardingModule,
    ClientsModule,
    SignInModule,
    PersonModule,
    OpenidModule,
    TokenModule,
  ],
  controllers: [AuthorizeController, AuthorizePagesController],
  providers: [
    ApprovalQueries,
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
  ],
})
export class AuthorizeModule {}
