import { Global, Module } from '@nestjs/common';
import { EventHints } from './event-hints.js';
import { EventOutbox } from './event-outbox.js';

/** {@link EventOutbox} for the services of an app; needs RedisModule. */
@Global()
@Module({ providers: [EventHints, EventOutbox], exports: [EventHints, EventOutbox] })
export class EventsModule {}
