import type { AddressInfo } from 'node:net';
import { openDatabase, type Database } from '@app/database';
import { systemClock } from '@app/kernel';
import { pino } from 'pino';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { MailSender } from '../src/housekeeping/mail/mail-sender.js';

/** The worker's mail sender without the worker, and the SMTP server that it uses. */
export class MailPost {
  readonly caught: Email[] = [];
  isRefusing = false;
  /** Called before a mail is accepted; one for which it throws is refused. */
  onMail: () => Promise<void> | void = () => undefined;
  readonly #smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (this.isRefusing) return done(new Error('try later'));
        void PostalMime.parse(Buffer.concat(chunks))
          .then(async (mail) => {
            await this.onMail();
            this.caught.push(mail);
          })
          .then(() => done(), done);
      });
    },
  });
  #database!: Database;
  #sender!: MailSender;

  /** @param databaseUrl for the worker's role */
  static async start(databaseUrl: string, authPublicUrl: string): Promise<MailPost> {
    const post = new MailPost();
    await new Promise<void>((resolve) => post.#smtp.listen(0, '127.0.0.1', resolve));
    const smtpUrl = `smtp://127.0.0.1:${(post.#smtp.server.address() as AddressInfo).port}`;
    const settings = {
      SMTP_URL: smtpUrl,
      MAIL_FROM: 'portal@example.com',
      AUTH_PUBLIC_URL: authPublicUrl,
    };
    const database = await openDatabase({ url: databaseUrl, applicationName: 'test', poolSize: 2 });
    const logger = pino({ level: 'silent' });
    post.#sender = new MailSender(database, settings, systemClock, logger);
    post.#database = database;
    return post;
  }

  /** Sends everything that is due. @returns how many were attempted */
  sendDue(): Promise<number> {
    return this.#sender.sendDue();
  }

  /** As when the worker ends. */
  stopSending(): void {
    this.#sender.stop();
  }

  async stop(): Promise<void> {
    this.#sender.close();
    await new Promise<void>((resolve) => this.#smtp.close(() => resolve()));
    await this.#database.dataSource.destroy();
  }
}
