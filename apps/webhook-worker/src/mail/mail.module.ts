import { Module } from '@nestjs/common';
import { MailSender } from './mail-sender.js';
import { MailWorker } from './mail.worker.js';

/** Sends the mails that all apps leave in Postgres. */
@Module({ providers: [MailSender, MailWorker] })
export class MailModule {}
