import { Module } from '@nestjs/common';
import { FreshLoginModule } from '../../sign-in/fresh-login/index.js';
import { LoginModule } from '../../sign-in/login/index.js';
import { SecondFactorModule } from '../../sign-in/second-factor/index.js';
import { AccountClosing } from './account-closing.js';
import { ExpiredInvitations } from './expired-invitations.js';
import { LeavePortalService } from './leave-portal.service.js';
import { OfferPages } from './offer-pages.service.js';
import { OfferQueries } from './offer.queries.js';
import { Offers } from './offers.js';
import { OffersController } from './offers.controller.js';

/** Accounts that portals offer, and people's answers. */
@Module({
  imports: [FreshLoginModule, LoginModule, SecondFactorModule],
  controllers: [OffersController],
  providers: [AccountClosing, ExpiredInvitations, LeavePortalService, OfferPages, OfferQueries, Offers],
  exports: [OfferPages, OfferQueries, Offers],
})
export class OffersModule {}
