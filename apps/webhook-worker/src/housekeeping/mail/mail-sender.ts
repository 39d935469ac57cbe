import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '@app/database';
import { issueAddressLink, issueLink, issuePasswordLink } from '@app/credentials';
import { findPortalDisplayName } from '@app/identity';
import { CLOCK, LOGGER, SETTINGS, type Clock, type Logger } from '@app/kernel';
import { brandLetter, isMailTemplate, fromHeader, writeLetter, type Letter } from '@app/mail';
import { firstLanguage } from '@app/texts';
import type { Transporter } from 'nodemailer';
import type { Settings } from '../../config.js';
import { logParked, parkReason, UnreadableRow } from '../../edge/parking/index.js';
import {
  type DueMail,
  type MailPerson,
  claimNextMail,
  dropMail,
  findMailPerson,
  findMailedOffer,
  readMailBrand,
  recordMailFailure,
  recordSent,
} from './mail.queries.js';
import { SmtpState } from './smtp-state.js';

/** Settings for sending mails, and for the URLs of their links. */
type MailSettings = Pick<Settings, 'SMTP_URL' | 'MAIL_FROM' | 'AUTH_PUBLIC_URL'>;

/** @throws UnreadableRow when there is no such mail, or a value in it is not text */
function assertReadable({ template, data }: DueMail): void {
  if (!isMailTemplate(template)) throw new UnreadableRow('template_unknown');
  const isData = typeof data === 'object' && data !== null && !Array.isArray(data);
  if (!isData || !Object.values(data).every((value) => typeof value === 'string'))
    throw new UnreadableRow('data_unreadable');
}

/** Mails whose link opens the page of the portal's applications. */
const applicationTemplates: readonly string[] = [
  'new-client',
  'secret-rotated',
  'keys-replaced',
  'redirect-uri-changed',
  'application-approved',
];
const isApplicationMail = (template: DueMail['template']): boolean => applicationTemplates.includes(template);

/** Whether the person is its recipient: the owner of a mistyped address must not learn the name of the user who typed it. */
const isSentToPerson = (template: DueMail['template']): boolean =>
  template !== 'address-undone' && template !== 'accounts-merged';

/** Whether a mail is about an account that its person may accept or decline, and so sets no password. */
const isOffer = ({ template }: DueMail, { isProven }: MailPerson): boolean =>
  template === 'invitation' || (template === 'login' && isProven);

/** Sorts before all portals, and before 0, the key of mails without a portal. */
const BEFORE_ALL = -1;
/** Seconds until the next attempt, by the number of attempts made. */
const pauses = [30, 120, 600, 1800, 3600, 3 * 3600, 6 * 3600, 12 * 3600];
/** Lifetime of the link in each mail, in seconds. */
const linkSeconds: Partial<Record<DueMail['template'], number>> = { login: 86_400, 'password-reset': 3600 };

/** Sends the mails that are waiting in `identity.mails`, and retries until they are sent. */
@Injectable()
export class MailSender implements OnModuleInit {
  /** Opened by the first `sendDue`. */
  #opened: Promise<Transporter> | undefined;
  #smtp: SmtpState | undefined;
  #stopping = false;

  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: MailSettings,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Loads nodemailer at startup if mails are sent, before the server returns memory that loading code has used. */
  async onModuleInit(): Promise<void> {
    if (this.settings.SMTP_URL !== undefined) await import('./transport.js');
  }

  /** Sends everything that is due, one mail of each portal in turn. @returns how many were attempted */
  async sendDue(): Promise<number> {
    if (this.settings.SMTP_URL === undefined) return 0;
    const transport = await (this.#opened ??= this.#open(this.settings.SMTP_URL));
    this.#smtp?.check();
    let tried = 0;
    for (let after = BEFORE_ALL; !this.#stopping;) {
      const mail = await claimNextMail(this.database, after);
      if (!mail && after === BEFORE_ALL) break;
      after = mail ? (mail.portalId ?? 0) : BEFORE_ALL;
      if (!mail) continue;
      tried += 1;
      // if even that fails, the mail is due again after its lease
      await this.#try(transport, mail).catch((error: unknown) => {
        this.logger.error({ err: error, mail: mail.id }, 'failed to record the outcome of a mail');
      });
    }
    return tried;
  }

  /** Sends nothing more after the mail in flight. */
  stop(): void {
    this.#stopping = true;
  }

  close(): void {
    this.#smtp?.forget();
    void this.#opened?.then(
      (transport) => transport.close(),
      () => undefined,
    );
  }

  async #open(url: string): Promise<Transporter> {
    const { openTransport } = await import('./transport.js');
    const transport = openTransport(url);
    this.#smtp = new SmtpState(transport, this.logger);
    return transport;
  }

  async #try(transport: Transporter, mail: DueMail): Promise<void> {
    try {
      const person = await findMailPerson(this.database, mail);
      if (!person) return await dropMail(this.database, mail.id);
      const letter = await this.#write(mail, person);
      if (!letter) return await dropMail(this.database, mail.id);
      // an attacker may have typed the address: one that only resembles the person's must not get the link
      const recipient = mail.personId === null ? person.email : mail.recipient;
      const brand = await readMailBrand(this.database, mail);
      const sender = fromHeader(this.settings.MAIL_FROM, brand);
      await transport.sendMail({ from: sender, to: recipient, ...brandLetter(letter, brand) });
      this.#smtp?.sent();
      await recordSent(this.database, mail.id);
    } catch (error) {
      this.#smtp?.failed(error);
      const reason = parkReason(error);
      const again = error instanceof UnreadableRow ? undefined : pauses[mail.tries - 1];
      const { id, template, tries } = mail;
      if (again === undefined) logParked(this.logger, 'mail', error, { mail: id, template, tries });
      else this.logger.warn({ mail: id, template, tries, reason }, 'a mail was not sent');
      await recordMailFailure(this.database, id, reason, again);
    }
  }

  /** Creates the link only now, so that none is stored in a table. Undefined if the mail is no longer needed. */
  async #write(mail: DueMail, person: MailPerson): Promise<Letter | undefined> {
    assertReadable(mail);
    const language = firstLanguage([mail.language, person.locale]) ?? 'en';
    const portal =
      mail.portalId === null ? undefined : await findPortalDisplayName(this.database, mail.portalId);
    const pages = `${this.settings.AUTH_PUBLIC_URL}/oauth`;
    const values = {
      portal: portal ?? '',
      forgotten: `${pages}/password/forgotten`,
      ...mail.data,
      ...(isSentToPerson(mail.template) && { name: person.firstName }),
    };
    const write = (page: string) => writeLetter(mail.template, language, values, `${pages}/${page}`);
    if (mail.template === 'new-portal') return write('account');
    if (isOffer(mail, person)) {
      const accountId = await findMailedOffer(this.database, mail);
      if (accountId === undefined) return undefined;
      return writeLetter('invitation', language, values, `${pages}/account/offer?account=${accountId}`);
    }
    if (isApplicationMail(mail.template) && mail.portalId !== null)
      return write(`account/applications?portal=${mail.portalId}`);
    const now = this.clock.now();
    const owner = { personId: person.id, email: mail.recipient };
    if (mail.template === 'address-change') {
      const link = await issueAddressLink(this.database, owner, now);
      if (link === 'gone') return undefined;
      // reveals only to the owner of the address that an account has it, not to the person who requested the change
      if (link === 'taken') return writeLetter('address-taken', language, {}, `${pages}/account`);
      const address = `${pages}/account/address/confirm?token=${link.token}`;
      return writeLetter('address-change', language, {}, address);
    }
    if (mail.template === 'address-changed') {
      const token = await issueLink(this.database, 'undo', owner, now);
      return token === undefined ? undefined : write(`account/address/undo?token=${token}`);
    }
    if (mail.template === 'merge-accounts') {
      const token = await issueLink(this.database, 'merge', owner, now);
      return token === undefined ? undefined : write(`account/merge/confirm?token=${token}`);
    }
    const seconds = linkSeconds[mail.template];
    if (seconds === undefined) return writeLetter(mail.template, language, values);
    const link = { personId: person.id, portalId: mail.portalId, seconds };
    return write(`password/set?token=${await issuePasswordLink(this.database, link, now)}`);
  }
}
