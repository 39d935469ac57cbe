import { Injectable } from '@nestjs/common';
import { scopes } from '@app/contracts';
import { Database } from '@app/database';
import { isDistributionPartner } from '@app/identity';
import { Problem } from '@app/kernel';
import type { FastifyRequest } from 'fastify';
import { ApprovalQueries, type ApprovedRights } from '../approvals/index.js';
import { redirectHosts } from '../clients/index.js';
import { badForm, Redirect, type Page, type PageAnswer } from '../../edge/pages/index.js';
import type { Parameters } from '../../edge/request/index.js';
import type { Session } from '../../edge/sessions/index.js';
import { type ApprovableClient } from './application.queries.js';
import { entryAddress, EntryQuery } from './entry-query.js';
import { PortalApplications } from './portal-applications.js';
import { isAdminVisit, AdminAccess, type AdminVisit } from './admin-access.js';

/** The page on which an administrator approves an application for the portal; always needs a recent login. */
@Injectable()
export class ApprovalPages {
  constructor(
    private readonly access: AdminAccess,
    private readonly database: Database,
    private readonly approvals: ApprovalQueries,
    private readonly applications: PortalApplications,
  ) {}

  async showForm(
    session: Session | undefined,
    query: EntryQuery,
    request: FastifyRequest,
  ): Promise<PageAnswer> {
    const visit = await this.access.enter(session, query, '/approve', request, 'fresh password');
    if (!isAdminVisit(visit)) return visit;
    const { portalId } = visit.account;
    const target = { portalId, clientId: query.clientId ?? '' };
    const client = await this.applications.approvable(target).catch(asUndefined);
    if (!client) return unknownPage(visit);
    const before = await this.approvals.find(target);
    return this.#page(visit, client, {
      scopes: [...(query.proposed ?? before?.scopes ?? client.scopes)],
      actsForPeople: before?.actsForPeople ?? false,
      forAdministrators: before?.forAdministrators ?? false,
      makesPortals: before?.makesPortals ?? false,
    });
  }

  async approve(session: Session, form: Parameters, request: FastifyRequest): Promise<PageAnswer> {
    const visit = await this.access.fromForm(session, form, request);
    const { clientId, account } = visit;
    const query = EntryQuery.of({ portal: account.portalId, client_id: clientId });
    if (!this.access.isFresh(session)) return new Redirect(query.address('/approve'));
    const target = { portalId: account.portalId, clientId };
    const rights: ApprovedRights = {
      scopes: scopes.filter((scope) => form.has(scope)),
      actsForPeople: form.has('acts_for_people'),
      forAdministrators: form.has('acts_for_people') && form.has('for_administrators'),
      makesPortals: form.has('makes_portals'),
    };
    const client = await this.applications.approvable(target).catch(asUndefined);
    if (!client) return unknownPage(visit);
    if (rights.scopes.length === 0) return this.#page(visit, client, rights, 'approve.nothing');
    try {
      await this.applications.approve(target, rights, this.access.toDecider(visit));
    } catch (error) {
      if (error instanceof Problem && error.errorCode === 'application_blocked') {
        return this.#page(visit, client, rights, 'approve.blocked');
      }
      if (error instanceof Problem && error.status === 400) throw badForm(); // the application has changed since the page was displayed
      throw error;
    }
    return new Redirect(entryAddress(target.portalId, clientId));
  }

  async #page(
    { session, account }: AdminVisit,
    client: ApprovableClient,
    rights: ApprovedRights,
    error?: 'approve.nothing' | 'approve.blocked',
  ): Promise<Page> {
    return {
      template: './approve-application',
      title: 'approve.title',
      titleValues: { client: client.name },
      person: session,
      status: error ? 400 : 200,
      data: {
        client,
        hosts: redirectHosts(client),
        portal: account.portalTitle,
        portalId: account.portalId,
        rights,
        offered: scopes.filter((scope) => client.scopes.includes(scope)),
        isPartner: await isDistributionPartner(this.database, account.portalId),
        back: entryAddress(account.portalId),
        error,
      },
    };
  }
}

const unknownPage = ({ session, account }: AdminVisit): Page => ({
  template: './message',
  title: 'error.title',
  status: 404,
  person: session,
  data: {
    message: 'approve.unknown',
    link: { href: entryAddress(account.portalId), text: 'applications.all' },
  },
});

function asUndefined(error: unknown): undefined {
  if (error instanceof Problem) return undefined;
  throw error;
}
