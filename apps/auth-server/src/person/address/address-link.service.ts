import { Inject, Injectable } from '@nestjs/common';
import { RevocationReader } from '@app/access';
import { Database } from '@app/database';
import { CLOCK, type Clock } from '@app/kernel';
import { LimitReached } from '@app/limits';
import { MailOutbox } from '@app/mail';
import { AuditLog } from '../../edge/audit/index.js';
import { badForm, messagePage, PageError, type Page } from '../../edge/pages/index.js';
import type { Session } from '../../edge/sessions/index.js';
import { PersonChangeEvents } from './person-change-events.js';
import { AddressQueries, type AddressChanged } from './address.queries.js';

/**
 * The link mailed to a new address. It works only in a browser where the person is signed in by their own password: the
 * reader of a mail to a wrong address must not get the account.
 */
@Injectable()
export class AddressLinkService {
  constructor(
    private readonly database: Database,
    private readonly queries: AddressQueries,
    private readonly changeEvents: PersonChangeEvents,
    private readonly mails: MailOutbox,
    private readonly reader: RevocationReader,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Does not consume the link, because mail scanners open links too.
   * @throws PageError 400 for an invalid link, 403 for another person
   */
  async show(session: Session | undefined, token: string): Promise<Page> {
    const change = await this.queries.findChange(token, this.clock.now());
    if (!change) throw deadLink();
    if (!session?.byPassword || session.personId !== change.personId) {
      const link = { href: '/oauth/account', text: 'common.signIn' } as const;
      throw new PageError('address.signInFirst', {}, 403, { link });
    }
    const hasOffers = await this.queries.hasOffers(session.personId);
    return {
      template: './confirm-address',
      title: 'address.confirm.title',
      person: session,
      data: { link: token, email: change.email, former: session.email, hasOffers },
    };
  }

  /** @throws PageError 403 when another person is signed in, 400 when the link or the address is no longer valid */
  async confirm(session: Session, token: string): Promise<Page> {
    if (!session.byPassword) throw badForm();
    const { email } = await this.database.write(async (tx) => {
      const changed = await this.queries.change(tx, token, session, this.clock.now());
      if (changed.outcome !== 'done') throw createRefusal(changed);
      await this.changeEvents.publishPerson(tx, session.personId, changed.apart);
      const isTold = await this.mails.enqueue(tx, {
        template: changed.isBack ? 'address-undone' : 'address-changed',
        recipient: changed.former,
        personId: session.personId,
        language: session.locale,
      });
      // without this mail the person could not take the address back
      if (!isTold) throw new LimitReached('address_notices');
      await this.audit.record(tx, {
        event: 'address.changed',
        personId: session.personId,
        details: { apart: changed.apart.join(' ') },
      });
      return changed;
    });
    await this.reader.read();
    return messagePage({ ...session, email }, 'address.confirm.title', 'address.done', { email });
  }
}

const deadLink = (): PageError =>
  new PageError('address.linkDead', {}, 400, {
    link: { href: '/oauth/account/address', text: 'address.change' },
  });

const createRefusal = ({ outcome }: AddressChanged): PageError =>
  outcome === 'taken' ? new PageError('address.taken') : deadLink();
