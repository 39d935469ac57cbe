import { Module } from '@nestjs/common';
import { OneTimeTokensModule } from '../login-tokens/index.js';
import { PasswordsModule } from '../passwords/index.js';
import { SecondFactorModule } from '../second-factor/index.js';
import { FactorLogin } from './factor-login.js';
import { StoredRequestQueries } from './stored-requests.queries.js';
import { LoginController } from './login.controller.js';
import { LoginSessions } from './login-sessions.js';
import { PendingRequests } from './pending-requests.js';
import { PasswordLogin } from './password-login.js';
import { SealedRequests } from './sealed-requests.js';
import { SignInService } from './sign-in.service.js';
import { ReturnRequest } from './return-request.js';

@Module({
  imports: [OneTimeTokensModule, PasswordsModule, SecondFactorModule],
  controllers: [LoginController],
  providers: [
    FactorLogin,
    StoredRequestQueries,
    LoginSessions,
    PendingRequests,
    PasswordLogin,
    SealedRequests,
    SignInService,
    ReturnRequest,
  ],
  exports: [PendingRequests, SignInService, ReturnRequest],
})
export class LoginModule {}
