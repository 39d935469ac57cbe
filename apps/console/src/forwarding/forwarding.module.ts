import { Module } from '@nestjs/common';
import { EdgeModule } from '../edge/index.js';
import { SessionModule } from '../session/index.js';
import { Forwarder } from './forwarder.js';
import { Upstream } from './upstream.js';

/** Forwards requests of the page to the API and the authorization server. */
@Module({
  imports: [EdgeModule, SessionModule],
  providers: [Forwarder, Upstream],
  exports: [Forwarder, Upstream],
})
export class ForwardingModule {}
