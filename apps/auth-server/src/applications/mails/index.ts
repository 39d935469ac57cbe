export { ApplicationMailsModule } from './application-mails.module.js';
