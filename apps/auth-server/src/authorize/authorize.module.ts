import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/index.js';
import { OnboardingModule } from '@app/onboarding';
import { OneTimeTokensModule } from '../one-time-tokens/index.js';
import { PasswordsModule } from '../passwords/index.js';
import { SecondFactorModule } from '../second-factor/index.js';
import { SessionsModule } from '../sessions/index.js';
import { TokenModule } from '../token/index.js';
import { AnswerService } from './answer.service.js';
import { AuthorizeController } from './authorize.controller.js';
import { AuthorizePagesController } from './authorize-pages.controller.js';
import { AuthorizeQueries } from './authorize.queries.js';
import { AuthorizeService } from './authorize.service.js';
import { LoginService } from './login.service.js';
import { OpenRequests } from './open-request.js';
import { PortalCreation } from './portal-creation.js';
import { RequestReader } from './request-reader.js';
import { SealedRequests } from './sealed-requests.js';
import { AuthorizationResponse } from './response.js';
import { StepPages } from './step-pages.js';
import { Steps } from './steps.js';

@Module({
  imports: [
    OnboardingModule,
    ClientsModule,
    OneTimeTokensModule,
    PasswordsModule,
    SecondFactorModule,
    SessionsModule,
    TokenModule,
  ],
  controllers: [AuthorizeController, AuthorizePagesController],
  providers: [
    AnswerService,
    AuthorizeQueries,
    AuthorizeService,
    LoginService,
    OpenRequests,
    PortalCreation,
    RequestReader,
    SealedRequests,
    AuthorizationResponse,
    StepPages,
    Steps,
  ],
  exports: [AuthorizeService],
})
export class AuthorizeModule {}
