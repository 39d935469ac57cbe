import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import { CLOCK, type Clock } from '@app/kernel';
import { MailOutbox } from '@app/mail';
import { AuditLog } from '../../edge/audit/index.js';
import { FreshLogin } from '../../sign-in/fresh-login/index.js';
import { messagePage, Redirect, type PageAnswer } from '../../edge/pages/index.js';
import type { Session } from '../../edge/sessions/index.js';
import { mergePage } from './merge-decision.js';
import { MergingQueries, type MergeRequestRow } from './merging.queries.js';

const again = new Redirect(mergePage.address);

/** Requests a merge, which only mails the account that would end. */
@Injectable()
export class MergeRequests {
  constructor(
    private readonly database: Database,
    private readonly queries: MergingQueries,
    private readonly freshLogin: FreshLogin,
    private readonly mails: MailOutbox,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param shown id of the person that the page named; another window may have signed in to a different account since
   */
  async requestMerge(session: Session, shown: string): Promise<PageAnswer> {
    if (!(await this.freshLogin.isEnough(session))) return again;
    const other = await this.queries.other(session.id, this.clock.now());
    if (!other || String(other.personId) !== shown) return again;
    const { personId } = session;
    const result = await this.database.write(async (tx): Promise<MergeRequestRow> => {
      const mergeRequest = await this.queries.requestMerge(tx, session, other.personId, this.clock.now());
      if (mergeRequest.outcome !== 'asked') return mergeRequest;
      await this.freshLogin.lock(tx, session);
      const { email: recipient, locale: language } = mergeRequest;
      const mail = { template: 'merge-accounts', recipient, language } as const;
      await this.mails.enqueue(tx, { ...mail, personId: mergeRequest.personId });
      const details = { person: mergeRequest.personId };
      await this.audit.record(tx, {
        event: 'accounts.merge_requested',
        personId,
        details,
      });
      return mergeRequest;
    });
    if (result.outcome !== 'asked') return again; // the page explains what prevents the merge
    return messagePage(session, 'merge.title', 'merge.sent', { other: result.email });
  }
}
