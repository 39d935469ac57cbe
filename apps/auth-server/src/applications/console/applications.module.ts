import { Module } from '@nestjs/common';
import { ApplicationMailsModule } from '../mails/index.js';
import { ApprovalQueries } from '../approvals/index.js';
import { ClientRegistrationModule } from '../registration/index.js';
import { ClientsModule } from '../clients/index.js';
import { ApplicationPagesController } from './application-pages.controller.js';
import { ApplicationPages } from './application-pages.service.js';
import { ApplicationQueries } from './application.queries.js';
import { ApplicationsController } from './applications.controller.js';
import { ApplicationsService } from './applications.service.js';
import { ApprovalPages } from './approval-pages.service.js';
import { FreshLoginGuard } from './fresh-login-guard.js';
import { OwnApplicationsService } from './own-applications.service.js';
import { PortalApplications } from './portal-applications.js';
import { AdminAccess } from './admin-access.js';
import { SignInModule } from '../../sign-in/sign-in.module.js';

/** A portal's applications, managed by its administrators through the API and on pages. */
@Module({
  imports: [ApplicationMailsModule, ClientRegistrationModule, ClientsModule, SignInModule],
  controllers: [ApplicationsController, ApplicationPagesController],
  providers: [
    ApprovalQueries,
    ApplicationPages,
    ApplicationQueries,
    ApplicationsService,
    ApprovalPages,
    FreshLoginGuard,
    OwnApplicationsService,
    PortalApplications,
    AdminAccess,
  ],
})
export class ApplicationsModule {}
