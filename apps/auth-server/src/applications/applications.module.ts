import { Module } from '@nestjs/common';
import { ApplicationMails, CredentialChanges } from '@app/clients';
import { MailOutbox } from '@app/mail';
import { ApprovalQueries } from './approvals/index.js';
import { ClientAuthenticator } from './clients/client-authenticator.js';
import { ClientKeyQueries } from './clients/client-key.queries.js';
import { ClientQueries } from './clients/client.queries.js';
import { AdminAccess } from './console/admin-access.js';
import { ApplicationPagesController } from './console/application-pages.controller.js';
import { ApplicationPages } from './console/application-pages.service.js';
import { ApplicationQueries } from './console/application.queries.js';
import { ApplicationsController } from './console/applications.controller.js';
import { ApplicationsService } from './console/applications.service.js';
import { ApprovalPages } from './console/approval-pages.service.js';
import { FreshLoginGuard } from './console/fresh-login-guard.js';
import { OwnApplicationsService } from './console/own-applications.service.js';
import { PortalApplications } from './console/portal-applications.js';
import { ClientAdminQueries } from './registration/client-admin.queries.js';
import { ClientRegistrations } from './registration/client-registrations.service.js';
import { ClientsController } from './registration/clients.controller.js';
import { ClientsService } from './registration/clients.service.js';
import { SignInModule } from '../sign-in/sign-in.module.js';

/** Applications: how they are registered, and what portals decide about them. */
@Module({
  imports: [SignInModule],
  controllers: [ApplicationsController, ApplicationPagesController, ClientsController],
  providers: [
    ClientAuthenticator,
    ClientKeyQueries,
    ClientQueries,
    ApprovalQueries,
    ApplicationPages,
    ApplicationQueries,
    ApplicationsService,
    ApprovalPages,
    FreshLoginGuard,
    OwnApplicationsService,
    PortalApplications,
    AdminAccess,
    {
      provide: ApplicationMails,
      useFactory: (outbox: MailOutbox) => new ApplicationMails((tx, mail) => outbox.enqueue(tx, mail)),
      inject: [MailOutbox],
    },
    {
      provide: CredentialChanges,
      useFactory: (mails: ApplicationMails) => new CredentialChanges(mails),
      inject: [ApplicationMails],
    },
    ClientAdminQueries,
    ClientRegistrations,
    ClientsService,
  ],
  exports: [ApprovalQueries, ClientAuthenticator, ClientKeyQueries, ClientQueries, CredentialChanges],
})
export class ApplicationsModule {}
