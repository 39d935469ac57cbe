import { Inject, Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@app/database';
import { verifyAddress } from '@app/identity';
import { Revocations } from '@app/access';
import { CLOCK, type Clock } from '@app/kernel';
import { MailOutbox } from '@app/mail';
import type { FastifyRequest } from 'fastify';
import { AuditLog } from '../../edge/audit/index.js';
import { Offers } from '../invitations/index.js';
import { PageError } from '../../edge/pages/index.js';
import { SessionQueries } from '../../edge/sessions/index.js';
import { SetPasswordQueries, type LinkOwner } from './set-password.queries.js';

/** The account that a mailed link has accepted. */
interface AcceptedOffer {
  portalId: number;
  accountId: number;
}

/** Resets a password by mailed link. Source: OWASP Forgot Password, contract 3.16. */
@Injectable()
export class PasswordReset {
  constructor(
    private readonly database: Database,
    private readonly queries: SetPasswordQueries,
    private readonly sessions: SessionQueries,
    private readonly offers: Offers,
    private readonly revocations: Revocations,
    private readonly mails: MailOutbox,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Does not consume the link.
   * @throws PageError 400 for an invalid link, and for an address reserved for another person
   */
  async getOwner(token: string): Promise<LinkOwner> {
    const owner = await this.queries.find(token, this.clock.now());
    if (!owner) throw deadLink();
    if (owner.isKept) throw new PageError('proof.kept');
    return owner;
  }

  /**
   * Consumes the link and sets the password, which ends all access obtained with the old one.
   * @param hash of the new password
   * @returns the account that a portal's link accepts, if it does
   * @throws PageError 400 when the link was used in the meantime
   */
  async complete(
    request: FastifyRequest,
    token: string,
    owner: LinkOwner,
    hash: string,
  ): Promise<AcceptedOffer | undefined> {
    const { personId } = owner;
    const now = this.clock.now();
    return this.database.write(async (tx) => {
      if (!(await this.queries.consume(tx, token, now))) throw deadLink();
      // receiving the mail proves ownership of the address
      const isFirstProof = await verifyAddress(tx, personId, { by: 'mail', portalId: owner.portalId }, now);
      const accepted = isFirstProof ? await this.#accept(tx, owner) : undefined;
      await this.queries.savePassword(tx, personId, hash);
      await this.queries.endLinks(tx, personId);
      // before reading the accounts: giving a consent locks the session, even for an account just created
      await this.sessions.endAll(tx, personId);
      // the first proof has already ended all rights except those that applications obtained for themselves
      for (const accountId of isFirstProof ? [] : await this.queries.accountIds(tx, personId)) {
        const options = { endFamilies: true, because: 'password changed' };
        await this.revocations.revokeRights(tx, { accountId }, options);
      }
      const { email: recipient, locale: language, name } = owner;
      await this.mails.enqueue(tx, {
        template: 'password-changed',
        recipient,
        personId,
        language,
        data: { name },
      });
      await this.audit.record(tx, { event: 'password.changed', personId });
      return accepted;
    });
  }

  /** A portal's link accepts the account there; a link that people requested themselves accepts none. */
  async #accept(tx: Transaction, { portalId, personId }: LinkOwner): Promise<AcceptedOffer | undefined> {
    if (portalId === null) return undefined;
    const accountId = await this.offers.acceptIn(tx, portalId, personId);
    return accountId === undefined ? undefined : { portalId, accountId };
  }
}

const deadLink = (): PageError =>
  new PageError('setPassword.linkDead', {}, 400, {
    link: { href: '/oauth/password/forgotten', text: 'setPassword.askAgain' },
  });
