import { Module } from '@nestjs/common';
import { ApplicationMails, CredentialChanges } from '@app/clients';
import { MailOutbox } from '@app/mail';

/** Changes of applications, and the mails that tell of them, which a hint has the worker send at once. */
@Module({
  providers: [
    {
      provide: ApplicationMails,
      useFactory: (outbox: MailOutbox) => new ApplicationMails((tx, mail) => outbox.enqueue(tx, mail)),
      inject: [MailOutbox],
    },
    {
      provide: CredentialChanges,
      useFactory: (mails: ApplicationMails) => new CredentialChanges(mails),
      inject: [ApplicationMails],
    },
  ],
  exports: [ApplicationMails, CredentialChanges],
})
export class ApplicationMailsModule {}
