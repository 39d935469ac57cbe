import { Module, type DynamicModule } from '@nestjs/common';
import { MAIL_SETTINGS, MailSender, type MailSettings } from './mail-sender.js';
import { MailQueries } from './mail.queries.js';
import { MailWorker } from './mail.worker.js';

/** Sends the mails that all apps leave in Postgres. */
@Module({})
export class MailModule {
  static forRoot(settings: MailSettings): DynamicModule {
    return {
      module: MailModule,
      providers: [{ provide: MAIL_SETTINGS, useValue: settings }, MailQueries, MailSender, MailWorker],
    };
  }
}
