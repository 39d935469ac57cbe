export { ApplicationMails } from './application-mails.js';
export { ApplicationMailsModule } from './application-mails.module.js';
