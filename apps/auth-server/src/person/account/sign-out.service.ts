import { displayHost } from '@app/clients';
import { Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import type { FastifyRequest } from 'fastify';
import { AuditLog } from '../../edge/audit/index.js';
import { ACCOUNT_ADDRESS, Redirect, type Page, type PageAnswer } from '../../edge/pages/index.js';
import type { Parameters } from '../../edge/request/index.js';
import { SessionQueries, Sessions, type Session } from '../../edge/sessions/index.js';

/** Ends a person's sessions: the current one, or those in other browsers. */
@Injectable()
export class SignOutService {
  constructor(
    private readonly database: Database,
    private readonly queries: SessionQueries,
    private readonly sessions: Sessions,
    private readonly audit: AuditLog,
  ) {}

  async endSession(session: Session, form: Parameters): Promise<PageAnswer> {
    const { personId, onlyAccountId } = session;
    await this.database.write(async (tx) => {
      const id = form.get('session') ?? '';
      if (!(await this.queries.endById(tx, personId, id, onlyAccountId))) return;
      await this.audit.record(tx, { event: 'session.ended', personId });
    });
    return new Redirect(ACCOUNT_ADDRESS);
  }

  async endOtherSessions({ id, personId, onlyAccountId }: Session): Promise<PageAnswer> {
    await this.database.write(async (tx) => {
      const ended = await this.queries.endOthers(tx, personId, id, onlyAccountId);
      if (ended === 0) return;
      const details = { sessions: String(ended) };
      await this.audit.record(tx, { event: 'session.ended', personId, details });
    });
    return new Redirect(ACCOUNT_ADDRESS);
  }

  async signOut(session: Session, request: FastifyRequest): Promise<Page> {
    await this.end(session, request);
    return signedOutPage();
  }

  /**
   * Ends the session of this browser.
   * @param clientId the application that requested it
   */
  async end({ personId }: Session, request: FastifyRequest, clientId: string | null = null): Promise<void> {
    await this.database.write(async (tx) => {
      await this.sessions.end(tx, request);
      await this.audit.record(tx, { event: 'logout', personId, clientId });
    });
    this.sessions.forget(request);
  }
}

/** @param back the application to which the page links */
export const signedOutPage = (back?: { name: string; href: string }): Page => ({
  template: './message',
  title: 'signedOut.title',
  data: {
    message: 'signedOut.text',
    link: back
      ? {
          href: back.href,
          text: 'signedOut.back',
          values: { client: back.name, host: displayHost(back.href) },
        }
      : { href: ACCOUNT_ADDRESS, text: 'common.signIn' },
  },
});
