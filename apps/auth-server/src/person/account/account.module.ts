import { Module } from '@nestjs/common';
import { LoginModule } from '../../sign-in/login/index.js';
import { OffersModule } from '../invitations/index.js';
import { SecondFactorModule } from '../../sign-in/second-factor/index.js';
import { AccountPagesController } from './account.controller.js';
import { AccountQueries } from './account.queries.js';
import { AccountPagesService } from './account.service.js';
import { ConnectedApplicationsService } from './connected-applications.service.js';
import { SignOutService } from './sign-out.service.js';
import { FreshLoginPagesService } from './fresh-login-pages.service.js';

@Module({
  imports: [LoginModule, OffersModule, SecondFactorModule],
  controllers: [AccountPagesController],
  providers: [
    AccountQueries,
    AccountPagesService,
    ConnectedApplicationsService,
    SignOutService,
    FreshLoginPagesService,
  ],
  exports: [SignOutService],
})
export class AccountModule {}
