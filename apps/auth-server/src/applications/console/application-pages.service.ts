import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, Problem, type Clock } from '@app/kernel';
import type { FastifyRequest } from 'fastify';
import { ApprovalQueries, type PortalsClient } from '../approvals/index.js';
import { badForm, Redirect, type PageAnswer } from '../../edge/pages/index.js';
import type { Parameters } from '../../edge/request/index.js';
import type { Session } from '../../edge/sessions/index.js';
import { ApplicationQueries } from './application.queries.js';
import { entryAddress, EntryQuery } from './entry-query.js';
import { PortalApplications } from './portal-applications.js';
import { isAdminVisit, AdminAccess } from './admin-access.js';

const ROWS_OF_PAGE = 100;

/** The list of a portal's applications, the page of each, and revoking their access. */
@Injectable()
export class ApplicationPages {
  constructor(
    private readonly access: AdminAccess,
    private readonly queries: ApplicationQueries,
    private readonly approvals: ApprovalQueries,
    private readonly applications: PortalApplications,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(session: Session | undefined, query: EntryQuery, request: FastifyRequest): Promise<PageAnswer> {
    const visit = await this.access.enter(session, query, '', request);
    if (!isAdminVisit(visit)) return visit;
    const { portalId, portalTitle } = visit.account;
    const page = { offset: query.offset, limit: ROWS_OF_PAGE };
    const { total, hits } = await this.queries.list(portalId, {}, page, this.clock.now());
    const more = query.offset + ROWS_OF_PAGE;
    return {
      template: './applications',
      title: 'applications.title',
      titleValues: { portal: portalTitle },
      person: visit.session,
      data: {
        applications: hits.map((one) => ({ ...one, address: entryAddress(portalId, one.clientId) })),
        more: more < total ? `${entryAddress(portalId)}&offset=${more}` : undefined,
      },
    };
  }

  async show(session: Session | undefined, query: EntryQuery, request: FastifyRequest): Promise<PageAnswer> {
    const visit = await this.access.enter(session, query, '/details', request);
    if (!isAdminVisit(visit)) return visit;
    const { portalId, portalTitle } = visit.account;
    const { clientId } = query;
    const target = clientId === undefined ? undefined : { portalId, clientId };
    const now = this.clock.now();
    const application = target && (await this.queries.find(target, now));
    if (!target || !application) return new Redirect(entryAddress(portalId));
    const page = { offset: query.offset, limit: ROWS_OF_PAGE };
    const [approval, people] = await Promise.all([
      this.approvals.find(target),
      this.queries.consents(target, page),
    ]);
    const more = query.offset + ROWS_OF_PAGE;
    return {
      template: './application',
      title: 'application.title',
      titleValues: { client: application.name },
      person: visit.session,
      data: {
        application,
        approval,
        people,
        portalId,
        portal: portalTitle,
        list: entryAddress(portalId),
        approve: `${entryAddress(portalId, target.clientId).replace('/details', '/approve')}`,
        more:
          more < application.consentsCount
            ? `${entryAddress(portalId, target.clientId)}&offset=${more}`
            : undefined,
      },
    };
  }

  /**
   * Ends an application's access, or unblocks it. Needs a recent login, so that an unattended browser can do neither.
   */
  async end(
    session: Session,
    form: Parameters,
    request: FastifyRequest,
    what: 'withdraw' | 'disconnect' | 'block' | 'unblock',
  ): Promise<PageAnswer> {
    const visit = await this.access.fromForm(session, form, request);
    const target = { portalId: visit.account.portalId, clientId: visit.clientId };
    const first = await this.#freshLogin(session, target, request);
    if (first) return first;
    await this.applications[what](target, this.access.toDecider(visit)).catch(ignoreNotFound);
    return new Redirect(entryAddress(target.portalId, target.clientId));
  }

  async removeConsent(session: Session, form: Parameters, request: FastifyRequest): Promise<PageAnswer> {
    const visit = await this.access.fromForm(session, form, request);
    const target = { portalId: visit.account.portalId, clientId: visit.clientId };
    const account = form.get('account') ?? '';
    if (!/^[1-9]\d{0,8}$/.test(account)) throw badForm();
    const first = await this.#freshLogin(session, target, request);
    if (first) return first;
    await this.applications
      .forgetConsent(target, Number(account), this.access.toDecider(visit))
      .catch(ignoreNotFound);
    return new Redirect(entryAddress(target.portalId, target.clientId));
  }

  /** The page that asks for the password and returns to the application; undefined after a recent login. */
  async #freshLogin(
    session: Session,
    { portalId, clientId }: PortalsClient,
    request: FastifyRequest,
  ): Promise<PageAnswer | undefined> {
    if (this.access.isFresh(session)) return undefined;
    const query = EntryQuery.of({ portal: portalId, client_id: clientId });
    const first = await this.access.enter(session, query, '/details', request, 'fresh password');
    return isAdminVisit(first) ? new Redirect(query.address('/details')) : first;
  }
}

/** Another administrator may have done the same before; the page then shows the current state. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof Problem) || error.status !== 404) throw error;
}
