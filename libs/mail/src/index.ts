export { brandLetter, fromHeader, type MailBrand } from './brand-letter.js';
export { isMailTemplate, writeLetter, type Letter } from './letter.js';
export { MAILS_QUEUE, MailOutbox } from './mail-outbox.js';
export { MailModule } from './mail.module.js';
export { quoteName } from './safe-names.js';
export { enqueueMail, type MailTemplate, type OutgoingMail } from './outgoing-mail.js';
