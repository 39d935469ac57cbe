import { Module } from '@nestjs/common';
import { ClientAdminQueries } from './client-admin.queries.js';
import { ClientAuthenticator } from './client-authenticator.js';
import { ClientKeyQueries } from './client-key.queries.js';
import { ClientQueries } from './client.queries.js';
import { ClientRegistrations } from './client-registrations.service.js';
import { ClientsController } from './clients.controller.js';
import { ClientsService } from './clients.service.js';

@Module({
  controllers: [ClientsController],
  providers: [
    ClientAdminQueries,
    ClientAuthenticator,
    ClientKeyQueries,
    ClientQueries,
    ClientRegistrations,
    ClientsService,
  ],
  exports: [ClientAuthenticator, ClientKeyQueries, ClientQueries, ClientRegistrations],
})
export class ClientsModule {}
