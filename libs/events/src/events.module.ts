import { Global, Module } from '@nestjs/common';
import { EventHints } from './event-hints.js';
import { EventOutbox } from './event-outbox.js';
import { WebhookHints } from './webhook-hints.js';

/** {@link EventOutbox} for the services of an app; needs RedisModule. */
@Global()
@Module({
  providers: [EventHints, EventOutbox, WebhookHints],
  exports: [EventHints, EventOutbox, WebhookHints],
})
export class EventsModule {}
