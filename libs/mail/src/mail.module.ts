import { Global, Module } from '@nestjs/common';
import { MailOutbox } from './mail-outbox.js';

/** {@link MailOutbox} for the services of an app; needs RedisModule. */
@Global()
@Module({ providers: [MailOutbox], exports: [MailOutbox] })
export class MailModule {}
