import { Module } from '@nestjs/common';
import { OneTimeTokensModule } from '../login-tokens/index.js';
import { PasswordsModule } from '../passwords/index.js';
import { PeopleModule } from '../../edge/people/index.js';
import { SecondFactorModule } from '../second-factor/index.js';
import { FactorLogin } from './factor-login.js';
import { StoredRequestQueries } from './stored-requests.queries.js';
import { LoginController } from './login.controller.js';
import { LoginSessions } from './login-sessions.js';
import { OpenRequests } from './open-requests.js';
import { PasswordLogin } from './password-login.js';
import { SealedRequests } from './sealed-requests.js';
import { SignInService } from './sign-in.service.js';
import { WayBack } from './way-back.js';

@Module({
  imports: [OneTimeTokensModule, PasswordsModule, PeopleModule, SecondFactorModule],
  controllers: [LoginController],
  providers: [
    FactorLogin,
    StoredRequestQueries,
    LoginSessions,
    OpenRequests,
    PasswordLogin,
    SealedRequests,
    SignInService,
    WayBack,
  ],
  exports: [OpenRequests, SignInService, WayBack],
})
export class LoginModule {}
