import { Module } from '@nestjs/common';
import { LoginModule } from '../login/index.js';
import { OffersModule } from '../offers/index.js';
import { PeopleModule } from '../people/index.js';
import { SecondFactorModule } from '../second-factor/index.js';
import { SessionsModule } from '../sessions/index.js';
import { AccountController } from './account.controller.js';
import { AccountQueries } from './account.queries.js';
import { AccountService } from './account.service.js';
import { ConnectedApplicationsService } from './connected-applications.service.js';
import { SignOutService } from './sign-out.service.js';
import { FreshLoginPagesService } from './fresh-login-pages.service.js';

@Module({
  imports: [LoginModule, OffersModule, PeopleModule, SecondFactorModule, SessionsModule],
  controllers: [AccountController],
  providers: [
    AccountQueries,
    AccountService,
    ConnectedApplicationsService,
    SignOutService,
    FreshLoginPagesService,
  ],
})
export class AccountModule {}
