import { Module } from '@nestjs/common';
import { AccountPagesController } from './account/account.controller.js';
import { AccountQueries } from './account/account.queries.js';
import { AccountPagesService } from './account/account.service.js';
import { ConnectedApplicationsService } from './account/connected-applications.service.js';
import { FreshLoginPagesService } from './account/fresh-login-pages.service.js';
import { SignOutService } from './account/sign-out.service.js';
import { AddressChangeService } from './address/address-change.service.js';
import { AddressLinkService } from './address/address-link.service.js';
import { AddressUndo } from './address/address-undo.js';
import { AddressUndoService } from './address/address-undo.service.js';
import { AddressController } from './address/address.controller.js';
import { AddressQueries } from './address/address.queries.js';
import { PersonChangeEvents } from './address/person-change-events.js';
import { AccountClosing } from './invitations/account-closing.js';
import { ExpiredInvitations } from './invitations/expired-invitations.js';
import { LeavePortalService } from './invitations/leave-portal.service.js';
import { OfferPages } from './invitations/offer-pages.service.js';
import { OfferQueries } from './invitations/offer.queries.js';
import { OffersController } from './invitations/offers.controller.js';
import { Offers } from './invitations/offers.js';
import { MergeDecision } from './merging/merge-decision.js';
import { MergeLink } from './merging/merge-link.service.js';
import { MergeLogins } from './merging/merge-logins.service.js';
import { MergeRequests } from './merging/merge-request.service.js';
import { MergingController } from './merging/merging.controller.js';
import { MergingQueries } from './merging/merging.queries.js';
import { OtherLogin } from './merging/other-login.js';
import { NameController } from './name/name.controller.js';
import { NameQueries } from './name/name.queries.js';
import { NameService } from './name/name.service.js';
import { ForgottenPasswordService } from './set-password/forgotten-password.service.js';
import { PasswordReset } from './set-password/password-reset.js';
import { SetPasswordController } from './set-password/set-password.controller.js';
import { SetPasswordQueries } from './set-password/set-password.queries.js';
import { SetPasswordService } from './set-password/set-password.service.js';
import { SignInModule } from '../sign-in/sign-in.module.js';

/** The pages on which people manage their account and answer offers of portals. */
@Module({
  imports: [SignInModule],
  controllers: [
    AccountPagesController,
    AddressController,
    OffersController,
    MergingController,
    NameController,
    SetPasswordController,
  ],
  providers: [
    AccountQueries,
    AccountPagesService,
    ConnectedApplicationsService,
    SignOutService,
    FreshLoginPagesService,
    AddressChangeService,
    AddressLinkService,
    PersonChangeEvents,
    AddressQueries,
    AddressUndo,
    AddressUndoService,
    AccountClosing,
    ExpiredInvitations,
    LeavePortalService,
    OfferPages,
    OfferQueries,
    Offers,
    MergeDecision,
    MergeLink,
    MergeLogins,
    MergeRequests,
    MergingQueries,
    OtherLogin,
    NameQueries,
    NameService,
    ForgottenPasswordService,
    PasswordReset,
    SetPasswordQueries,
    SetPasswordService,
  ],
  exports: [SignOutService, OfferPages, OfferQueries, Offers],
})
export class PersonModule {}
