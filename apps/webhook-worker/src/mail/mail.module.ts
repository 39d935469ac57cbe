import { Module } from '@nestjs/common';
import { MailSender } from './mail-sender.js';
import { MailQueries } from './mail.queries.js';
import { MailWorker } from './mail.worker.js';

/** Sends the mails that all apps leave in Postgres. */
@Module({ providers: [MailQueries, MailSender, MailWorker] })
export class MailModule {}
