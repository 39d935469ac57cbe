import { Module } from '@nestjs/common';
import { ClientAuthenticator } from './client-authenticator.js';
import { ClientQueries } from './client.queries.js';

@Module({
  providers: [ClientAuthenticator, ClientQueries],
  exports: [ClientAuthenticator, ClientQueries],
})
export class ClientsModule {}
