import { Module } from '@nestjs/common';
import { PasswordsModule } from '../passwords/index.js';
import { ApplicationMails } from './application-mails.js';

@Module({ imports: [PasswordsModule], providers: [ApplicationMails], exports: [ApplicationMails] })
export class ApplicationMailsModule {}
