import { Module } from '@nestjs/common';
import { PasswordPool } from '@app/credentials';
import { SETTINGS } from '@app/kernel';
import { metrics } from '@app/metrics';
import type { Settings } from '../config.js';
import { TemporarilyUnavailable } from '../edge/errors/index.js';
import { FreshLogin } from './fresh-login/fresh-login.js';
import { OneTimeLogin } from './login-tokens/one-time-login.js';
import { OneTimeTokenQueries } from './login-tokens/one-time-token.queries.js';
import { FactorLogin } from './login/factor-login.js';
import { LoginSessions } from './login/login-sessions.js';
import { LoginController } from './login/login.controller.js';
import { PasswordLogin } from './login/password-login.js';
import { PendingRequests } from './login/pending-requests.js';
import { ReturnRequest } from './login/return-request.js';
import { SealedRequests } from './login/sealed-requests.js';
import { SignInService } from './login/sign-in.service.js';
import { StoredRequestQueries } from './login/stored-requests.queries.js';
import { AttemptCounters } from './passwords/attempt-counters.js';
import { PasswordCheck } from './passwords/password-check.js';
import { PasswordQueries } from './passwords/password.queries.js';
import { PortalHostController } from './portal-hosts/portal-host.controller.js';
import { PortalHostService } from './portal-hosts/portal-host.service.js';
import { CodeGuesses } from './second-factor/code-guesses.js';
import { FactorCheck } from './second-factor/factor-check.js';
import { SecondFactorController } from './second-factor/second-factor.controller.js';
import { SecondFactor } from './second-factor/second-factor.js';
import { SecondFactorQueries } from './second-factor/second-factor.queries.js';
import { SecondFactorService } from './second-factor/second-factor.service.js';

/** Login by password, link and second factor. */
@Module({
  controllers: [LoginController, PortalHostController, SecondFactorController],
  providers: [
    FreshLogin,
    OneTimeLogin,
    OneTimeTokenQueries,
    FactorLogin,
    StoredRequestQueries,
    LoginSessions,
    PendingRequests,
    PasswordLogin,
    SealedRequests,
    SignInService,
    ReturnRequest,
    AttemptCounters,
    PasswordCheck,
    PasswordQueries,
    {
      provide: PasswordPool,
      inject: [SETTINGS],
      useFactory: (settings: Settings) =>
        new PasswordPool({
          threads: settings.PASSWORD_JOBS,
          busy: (seconds) => new TemporarilyUnavailable(503, seconds),
          // one run for every check, whether the person exists or not; a test counts these
          onRun: () => metrics.auth_password_hash_runs_total.inc(),
        }),
    },
    PortalHostService,
    CodeGuesses,
    FactorCheck,
    SecondFactor,
    SecondFactorQueries,
    SecondFactorService,
  ],
  exports: [
    FreshLogin,
    PendingRequests,
    SignInService,
    ReturnRequest,
    PasswordCheck,
    PasswordPool,
    PasswordQueries,
    PortalHostService,
    CodeGuesses,
    FactorCheck,
    SecondFactor,
    SecondFactorService,
  ],
})
export class SignInModule {}
