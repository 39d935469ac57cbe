import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@app/access';
import { CLOCK, orNotFound, type Clock } from '@app/kernel';
import { ApprovalQueries, type PortalsClient } from '../approvals/index.js';
import { ClientKeyQueries, ClientQueries, isClientId } from '../clients/index.js';
import { ApplicationQueries } from './application.queries.js';
import {
  presentApplication,
  presentApplicationDetail,
  presentApprovable,
  type Registration,
} from './application.presenter.js';
import type {
  ApplicationDetail,
  ApplicationList,
  ApprovableApplication,
  ConsentsQuery,
  GiveApproval,
  ListApplicationsQuery,
} from './application.schema.js';
import { FreshLoginGuard } from './fresh-login-guard.js';
import { PortalApplications, type Decider } from './portal-applications.js';

const firstConsents: ConsentsQuery = { offset: 0, limit: 20 };

/** The applications of the token's portal, for its administrators. */
@Injectable()
export class ApplicationsService {
  constructor(
    private readonly queries: ApplicationQueries,
    private readonly approvals: ApprovalQueries,
    private readonly clients: ClientQueries,
    private readonly keys: ClientKeyQueries,
    private readonly applications: PortalApplications,
    private readonly freshLogin: FreshLoginGuard,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(actor: Actor, { kind: kinds, q, ...page }: ListApplicationsQuery): Promise<ApplicationList> {
    const kind = kinds?.every((one) => one === kinds[0]) ? kinds[0] : undefined;
    const { total, hits } = await this.queries.list(actor.portalId, { kind, q }, page, this.clock.now());
    return { total, hits: hits.map(presentApplication) };
  }

  /** @throws NotFound */
  async get(actor: Actor, clientId: string, page = firstConsents): Promise<ApplicationDetail> {
    const target = toPortalsClient(actor, clientId);
    const application = orNotFound(await this.queries.find(target, this.clock.now()), 'application');
    const [approval, consents, registration] = await Promise.all([
      this.approvals.find(target),
      this.queries.consents(target, page),
      application.kind === 'own' ? this.#registration(clientId) : undefined,
    ]);
    return presentApplicationDetail(application, { approval, consents, registration });
  }

  async #registration(clientId: string): Promise<Registration | undefined> {
    const [client, keys] = await Promise.all([this.clients.find(clientId), this.keys.list(clientId)]);
    return client && { client, keys };
  }

  async disconnect(actor: Actor, clientId: string): Promise<void> {
    await this.freshLogin.assertOfPeople(actor);
    await this.applications.disconnect(toPortalsClient(actor, clientId), toDecider(actor));
  }

  async forgetConsent(actor: Actor, clientId: string, accountId: number): Promise<void> {
    await this.freshLogin.assertOfPeople(actor);
    await this.applications.forgetConsent(toPortalsClient(actor, clientId), accountId, toDecider(actor));
  }

  /** @throws NotFound, Conflict when it belongs to the portal */
  async getApprovable(actor: Actor, clientId: string): Promise<ApprovableApplication> {
    const target = toPortalsClient(actor, clientId);
    const client = await this.applications.approvable(target);
    return presentApprovable(client, await this.approvals.find(target));
  }

  async approve(actor: Actor, clientId: string, body: GiveApproval): Promise<ApplicationDetail> {
    await this.freshLogin.assert(actor);
    const rights = {
      scopes: body.scopes,
      actsForPeople: body.acts_for_people,
      forAdministrators: body.for_administrators,
      makesPortals: body.makes_portals,
    };
    await this.applications.approve(toPortalsClient(actor, clientId), rights, toDecider(actor));
    return this.get(actor, clientId);
  }

  async withdraw(actor: Actor, clientId: string): Promise<void> {
    await this.freshLogin.assert(actor);
    await this.applications.withdraw(toPortalsClient(actor, clientId), toDecider(actor));
  }

  async block(actor: Actor, clientId: string): Promise<ApplicationDetail> {
    await this.freshLogin.assert(actor);
    await this.applications.block(toPortalsClient(actor, clientId), toDecider(actor));
    return this.get(actor, clientId);
  }

  async unblock(actor: Actor, clientId: string): Promise<void> {
    await this.freshLogin.assert(actor);
    await this.applications.unblock(toPortalsClient(actor, clientId), toDecider(actor));
  }
}

/** @throws NotFound for a malformed client id */
const toPortalsClient = (actor: Actor, clientId: string): PortalsClient => ({
  portalId: actor.portalId,
  clientId: orNotFound(isClientId(clientId) ? clientId : undefined, 'application'),
});

const toDecider = (actor: Actor): Decider => ({
  portalId: actor.portalId,
  accountId: actor.accountId,
  byClient: actor.clientId,
});
