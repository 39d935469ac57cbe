import { Injectable } from '@nestjs/common';
import { type Actor, Revocations } from '@app/access';
import { Database, type Transaction } from '@app/database';
import {
  addressDigest,
  correctAddress,
  findAccountId,
  findOrCreatePerson,
  lockPersonsAccount,
  type AccountRow,
} from '@app/identity';
import { Conflict } from '@app/kernel';
import { addToCount } from '@app/limits';
import { MailOutbox } from '@app/mail';
import { AuditRecorder } from '../audit/index.js';

/** Invitations of people to accounts that they have not accepted yet. */
@Injectable()
export class Invitations {
  constructor(
    private readonly database: Database,
    private readonly mails: MailOutbox,
    private readonly revocations: Revocations,
    private readonly audit: AuditRecorder,
  ) {}

  /** @throws Conflict `invitation_accepted`, `user_blocked`; Forbidden for an application's account; LimitReached */
  async resend(actor: Actor, id: number): Promise<void> {
    await this.database.write(async (tx) => {
      const account = await lockPersonsAccount(tx, actor.portalId, id);
      if (account.is_accepted)
        throw new Conflict('invitation_accepted', 'This user has accepted the account already.');
      if (!account.status) throw new Conflict('user_blocked', 'This user is blocked.');
      await this.mail(tx, account);
      await this.audit.record(tx, actor, { event: 'user.invited', details: { user_id: id } });
    });
  }

  /**
   * Requests the mail of the forgotten-password page for a person. Like the page, it does not reveal whether three mails
   * have been requested within the hour.
   * @throws Conflict `invitation_pending`, `user_blocked`; Forbidden for an application's account; LimitReached
   */
  async mailPasswordLink(actor: Actor, id: number): Promise<void> {
    const { portalId } = actor;
    await this.database.write(async (tx) => {
      const account = await lockPersonsAccount(tx, portalId, id);
      if (!account.status) throw new Conflict('user_blocked', 'This user is blocked.');
      if (!account.is_accepted)
        throw new Conflict('invitation_pending', 'This user has not accepted the account yet.');
      const { email: recipient, locale: language } = account;
      await this.mails.enqueue(tx, { template: 'password-reset', recipient, language });
      await addToCount(tx, 'mails_of_portal', portalId);
      await this.audit.record(tx, actor, { event: 'password.link_requested', details: { user_id: id } });
    });
  }

  /**
   * Gives an account that is not accepted another address, by the rules of its creation (contract 4.29), and invites
   * the person there. What the former address was sent no longer works.
   * @returns whether the address differs
   * @throws Conflict `user_exists`; LimitReached
   */
  async correctAddress(tx: Transaction, account: AccountRow, email: string): Promise<boolean> {
    const { portal_id: portalId, id } = account;
    const { first_name: firstName, last_name: lastName, locale } = account;
    const { person } = await findOrCreatePerson(tx, { email, firstName, lastName, locale });
    if (person.id === account.person_id) return false;
    if (!(await correctAddress(tx, portalId, id, person.id)))
      throw await this.userExists(tx, portalId, person.id);
    await addToCount(tx, 'accounts_of_person', `${portalId}:${addressDigest(email)}`);
    const options = { endFamilies: true, because: 'address corrected' };
    await this.revocations.revokeRights(tx, { accountId: id }, options);
    const invited = { ...account, person_id: person.id, email: person.email };
    if (account.status) await this.mail(tx, invited);
    return true;
  }

  /** The worker creates the link when it writes the mail: it works once, for 24 hours, and replaces earlier ones. */
  async mail(tx: Transaction, account: AccountRow): Promise<void> {
    await this.mails.enqueue(tx, {
      template: 'login',
      recipient: account.email,
      personId: account.person_id!,
      portalId: account.portal_id,
      language: account.locale,
    });
  }

  /** The refusal of an address whose person has an account in this portal. */
  async userExists(tx: Transaction, portalId: number, personId: number): Promise<Conflict> {
    const id = await findAccountId(tx, portalId, personId);
    return new Conflict('user_exists', 'A user with this e-mail address already exists in this portal.', {
      user_id: id,
      id,
    });
  }
}
