import { Injectable } from '@nestjs/common';
import { RevocationReader, type AuditEvent } from '@app/access';
import { Database, type Transaction } from '@app/database';
import { EventOutbox } from '@app/events';
import { acceptAccount, findAccount, presentUser } from '@app/identity';
import { Problem } from '@app/kernel';
import { AuditLog } from '../../edge/audit/index.js';
import { SessionQueries, type Session } from '../../edge/sessions/index.js';
import { AccountClosing } from './account-closing.js';
import { OfferQueries, type Offer } from './offer.queries.js';

/** Rolls the transaction back: the offer no longer exists. */
class InvitationGone extends Error {}

/**
 * Accepts and declines accounts that portals have created for a person; only after a login with the person's own
 * credentials.
 */
@Injectable()
export class Offers {
  constructor(
    private readonly database: Database,
    private readonly queries: OfferQueries,
    private readonly sessions: SessionQueries,
    private readonly ends: AccountClosing,
    private readonly events: EventOutbox,
    private readonly audit: AuditLog,
    private readonly reader: RevocationReader,
  ) {}

  /**
   * Accepts the offer; from then on the person's own login opens the account. Of concurrent answers exactly one counts.
   * @returns undefined when this person has no such open offer
   */
  accept(session: Session, accountId: number): Promise<Offer | undefined> {
    return this.#answer(session, accountId, 'account.accepted', async (tx, { portalId }) => {
      if ((await this.acceptIn(tx, portalId, session.personId)) !== accountId) throw new InvitationGone();
      await this.#lockSession(tx, session);
    });
  }

  /**
   * Accepts through the mailed link that has just proven a placeholder's address.
   * @returns the account; undefined when there is none to accept
   */
  async acceptIn(tx: Transaction, portalId: number, personId: number): Promise<number | undefined> {
    const accepted = await acceptAccount(tx, portalId, personId);
    if (accepted?.isRenamed) {
      const account = (await findAccount(tx, portalId, accepted.accountId))!;
      await this.events.append(tx, {
        portalId,
        type: 'user.update',
        objectType: 'user',
        objectId: account.id,
        data: presentUser(account),
      });
    }
    return accepted?.accountId;
  }

  /** Whether the person, after accepting, must see which application created the portal. */
  async showsWelcome({ portalId, accountId }: Pick<Offer, 'portalId' | 'accountId'>): Promise<boolean> {
    if (!(await this.queries.isFirstAdministrator(portalId, accountId))) return false;
    return (await this.queries.invitingClients(portalId)).length > 0;
  }

  /**
   * Closes the account as if it had been removed; the portal can send no more mails.
   * @returns as {@link accept}
   */
  async decline(session: Session, accountId: number): Promise<Offer | undefined> {
    const declined = await this.#answer(session, accountId, 'account.declined', async (tx, offer) => {
      await this.ends.close(tx, offer, {
        because: 'declined',
        mayRemoveLastAdministrator: true,
        lock: () => this.#lockSession(tx, session),
        assertMayRemove: (account) => {
          if (account.is_accepted) throw new InvitationGone();
        },
      });
      await this.queries.recordDeclined(tx, offer.portalId, accountId);
    });
    if (declined) await this.reader.read();
    return declined;
  }

  /** Called after the account is locked, in the lock order of operations that revoke rights. */
  async #lockSession(tx: Transaction, session: Session): Promise<void> {
    if (!session.byPassword || !(await this.sessions.lock(tx, session))) throw new InvitationGone();
  }

  async #answer(
    session: Session,
    accountId: number,
    event: AuditEvent,
    work: (tx: Transaction, offer: Offer) => Promise<void>,
  ): Promise<Offer | undefined> {
    const { personId } = session;
    try {
      return await this.database.write(async (tx) => {
        const offer = await this.queries.find(accountId, personId, tx);
        if (offer?.state !== 'open') throw new InvitationGone();
        await work(tx, offer);
        const { portalId } = offer;
        await this.audit.record(tx, { event, personId, portalId, accountId });
        return offer;
      });
    } catch (error) {
      if (error instanceof InvitationGone || (error instanceof Problem && error.status === 404))
        return undefined;
      throw error;
    }
  }
}
