export { enqueueMail, type MailTemplate, type OutgoingMail } from './outgoing-mail.js';
