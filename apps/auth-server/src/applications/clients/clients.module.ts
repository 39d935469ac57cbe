import { Module } from '@nestjs/common';
import { ClientAuthenticator } from './client-authenticator.js';
import { ClientKeyQueries } from './client-key.queries.js';
import { ClientQueries } from './client.queries.js';

@Module({
  providers: [ClientAuthenticator, ClientKeyQueries, ClientQueries],
  exports: [ClientAuthenticator, ClientKeyQueries, ClientQueries],
})
export class ClientsModule {}
