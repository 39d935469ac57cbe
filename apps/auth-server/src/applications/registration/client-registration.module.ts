import { Module } from '@nestjs/common';
import { ApplicationMailsModule } from '../mails/index.js';
import { ClientsModule } from '../clients/index.js';
import { ClientAdminQueries } from './client-admin.queries.js';
import { ClientRegistrations } from './client-registrations.service.js';
import { ClientsController } from './clients.controller.js';
import { ClientsService } from './clients.service.js';

/** Clients are created, changed, given other secrets and deleted. */
@Module({
  imports: [ApplicationMailsModule, ClientsModule],
  controllers: [ClientsController],
  providers: [ClientAdminQueries, ClientRegistrations, ClientsService],
  exports: [ClientRegistrations],
})
export class ClientRegistrationModule {}
