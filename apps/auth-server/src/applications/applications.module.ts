import { Module } from '@nestjs/common';
import { AccountModule } from '../account/index.js';
import { ApprovalsModule } from '../approvals/index.js';
import { PasswordsModule } from '../passwords/index.js';
import { ApplicationQueries } from './application.queries.js';
import { ApplicationsController } from './applications.controller.js';
import { ApplicationsService } from './applications.service.js';
import { ApprovalMails } from './approval-mails.js';
import { PersonsConsents } from './persons-consents.js';
import { PortalApplications } from './portal-applications.js';

/** The applications of a portal, for its administrators: over the API and on pages. */
@Module({
  imports: [AccountModule, ApprovalsModule, PasswordsModule],
  controllers: [ApplicationsController],
  providers: [ApplicationQueries, ApplicationsService, ApprovalMails, PersonsConsents, PortalApplications],
})
export class ApplicationsModule {}
