import { Inject, Injectable } from '@nestjs/common';
import { RevocationReader } from '@app/access';
import { Database } from '@app/database';
import { CLOCK, type Clock } from '@app/kernel';
import { LimitReached } from '@app/limits';
import { MailOutbox } from '@app/mail';
import { PersonChangeEvents } from '../address/index.js';
import { AuditLog } from '../../edge/audit/index.js';
import { badForm, messagePage, PageError, Redirect, type PageAnswer } from '../../edge/pages/index.js';
import type { Session } from '../../edge/sessions/index.js';
import { MergeDecision, mergePage } from './merge-decision.js';
import { MergingQueries, type MergeResult } from './merging.queries.js';

/** The link mailed to the account that would end. It works only in the browser in which the merge was requested. */
@Injectable()
export class MergeLink {
  constructor(
    private readonly database: Database,
    private readonly queries: MergingQueries,
    private readonly decision: MergeDecision,
    private readonly changeEvents: PersonChangeEvents,
    private readonly mails: MailOutbox,
    private readonly reader: RevocationReader,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Does not consume the link, because mail scanners open links too.
   * @throws PageError 400 for an invalid link, 403 in another browser
   */
  async show(session: Session | undefined, token: string): Promise<PageAnswer> {
    const mergeRequest = await this.queries.find(token, this.clock.now());
    if (!mergeRequest) throw deadLink();
    if (!session?.byPassword || session.id !== mergeRequest.sessionId)
      throw new PageError('merge.elsewhere', {}, 403);
    return this.decision.page(session, mergeRequest, token);
  }

  /** @throws PageError 400 when the link, or a login it depends on, is no longer valid; 403 in another browser */
  async merge(session: Session, token: string): Promise<PageAnswer> {
    if (!session.byPassword) throw badForm();
    const { personId } = session;
    const result = await this.database.write(async (tx): Promise<MergeResult> => {
      const mergeResult = await this.queries.merge(tx, token, session, this.clock.now());
      if (mergeResult.outcome === 'dead' || mergeResult.outcome === 'sign in') throw deadLink();
      if (mergeResult.outcome !== 'done') return mergeResult;
      await this.changeEvents.publishAccounts(tx, mergeResult.moved);
      const { email: recipient, locale: language } = mergeResult;
      const mail = { template: 'accounts-merged', recipient, language } as const;
      if (!(await this.mails.enqueue(tx, { ...mail, personId }))) throw new LimitReached('address_notices');
      const details = { person: mergeResult.personId, accounts: mergeResult.moved.join(' ') };
      await this.audit.record(tx, { event: 'accounts.merged', personId, details });
      return mergeResult;
    });
    if (result.outcome !== 'done') return new Redirect(mergePage.address); // the page explains what prevents the merge
    await this.reader.read();
    return messagePage(session, 'merge.title', 'merge.done', { email: session.email });
  }
}

const deadLink = (): PageError =>
  new PageError('merge.linkDead', {}, 400, { link: { href: mergePage.address, text: 'merge.open' } });
