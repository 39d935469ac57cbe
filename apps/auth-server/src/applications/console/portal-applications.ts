import { Inject, Injectable } from '@nestjs/common';
import { ApplicationMails } from '@app/clients';
import { RevocationReader, type AuditEvent, Revocations } from '@app/access';
import { Database, type Transaction } from '@app/database';
import { isDistributionPartner } from '@app/identity';
import { BadRequest, CLOCK, Conflict, Forbidden, orNotFound, type Clock } from '@app/kernel';
import { ApprovalQueries, type ApprovedRights, type PortalsClient } from '../approvals/index.js';
import { AuditLog } from '../../edge/audit/index.js';
import { ApplicationQueries, type ApprovableClient } from './application.queries.js';

/** The administrator who decides, and their session or token. */
export interface Decider {
  portalId: number;
  accountId: number;
  /** The application whose token is used; absent on a page. */
  byClient?: string;
  /** Locks what the decision depends on (a session) until the transaction ends. */
  lock?: (tx: Transaction) => Promise<void>;
}

/** Administrators' decisions about their portal's applications, shared by the pages and the API. */
@Injectable()
export class PortalApplications {
  constructor(
    private readonly database: Database,
    private readonly queries: ApplicationQueries,
    private readonly approvals: ApprovalQueries,
    private readonly revocations: Revocations,
    private readonly reader: RevocationReader,
    private readonly mails: ApplicationMails,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * A client that may be approved.
   * @throws NotFound; Conflict when it belongs to this portal and needs no approval
   */
  async approvable(target: PortalsClient): Promise<ApprovableClient> {
    const client = await this.queries.client(target);
    if (client?.portalId === target.portalId) {
      throw new Conflict('own_application', 'This application belongs to the portal and needs no approval.');
    }
    const isOpen = client?.portalId === null && client.status === 1;
    return orNotFound(isOpen || client?.isKnown ? client : undefined, 'application');
  }

  /**
   * Approves the application or replaces its approval; access that is no longer approved ends immediately. Mails all
   * administrators.
   * @throws NotFound, Conflict, LimitReached; BadRequest naming the field; Forbidden for an application that tries to
   *   approve itself
   */
  async approve(target: PortalsClient, rights: ApprovedRights, decider: Decider): Promise<void> {
    if (decider.byClient === target.clientId) {
      throw new Forbidden('own_approval', 'An application cannot approve itself.');
    }
    const client = await this.approvable(target);
    await this.#check(client, rights, target.portalId);
    await this.#decide(target, decider, async (tx) => {
      await this.mails.approved(tx, target.portalId, client, decider.accountId); // before the portal's locks
      await this.approvals.lockPortalRights(tx, target.portalId);
      const now = this.clock.now();
      if (await this.approvals.isBlocked(target, tx)) {
        throw new Conflict('application_blocked', 'This application is blocked; unblock it first.');
      }
      const before = await this.approvals.find(target, tx);
      await this.approvals.assertApprovalLimit(tx, target);
      if (before && isLess(before, rights)) {
        await this.revocations.revokeClientInPortal(tx, target, {
          consentsToo: false,
          because: 'approved less',
        });
      }
      await this.approvals.save(tx, target, rights, decider.accountId, now);
      await this.#record(tx, 'approval.given', target, decider, {
        scopes: rights.scopes.join(' '),
        acts_for_people: rights.actsForPeople,
        for_administrators: rights.forAdministrators,
        makes_portals: rights.makesPortals,
      });
    });
  }

  /**
   * Ends the access that depends on the approval; people's own consents stay.
   * @throws NotFound when there is none
   */
  async withdraw(target: PortalsClient, decider: Decider): Promise<void> {
    await this.#decide(target, decider, async (tx) => {
      await this.approvals.lockPortalRights(tx, target.portalId);
      await this.revocations.revokeClientInPortal(tx, target, {
        consentsToo: false,
        because: 'approval withdrawn',
      });
      await this.queries.endOnboardingGrants(tx, target);
      orNotFound((await this.approvals.withdraw(tx, target)) || undefined, 'approval');
      await this.#record(tx, 'approval.withdrawn', target, decider);
    });
  }

  /**
   * Ends all access of the application to this portal; an application of the portal is disabled.
   * @throws NotFound
   */
  async disconnect(target: PortalsClient, decider: Decider): Promise<void> {
    await this.#decide(target, decider, async (tx) => {
      await this.#end(tx, target, 'disconnected');
      await this.#record(tx, 'application.disconnected', target, decider);
    });
  }

  /**
   * Ends all access, and prevents new access until the application is unblocked.
   * @throws NotFound, LimitReached
   */
  async block(target: PortalsClient, decider: Decider): Promise<void> {
    await this.#decide(target, decider, async (tx) => {
      await this.#end(tx, target, 'blocked', true);
      await this.approvals.assertBlockLimit(tx, target);
      if (!(await this.approvals.block(tx, target, decider.accountId, this.clock.now()))) return;
      await this.#record(tx, 'application.blocked', target, decider);
    });
  }

  /**
   * Unblocks the application without restoring its access.
   * @throws NotFound when it is not blocked
   */
  async unblock(target: PortalsClient, decider: Decider): Promise<void> {
    await this.#decide(target, decider, async (tx) => {
      await this.approvals.lockPortalRights(tx, target.portalId);
      orNotFound((await this.approvals.unblock(tx, target)) || undefined, 'block');
      await this.#record(tx, 'application.unblocked', target, decider);
    });
  }

  /**
   * Ends the access that this person granted the application and deletes the consent.
   * @throws NotFound when there is none
   */
  async forgetConsent(target: PortalsClient, accountId: number, decider: Decider): Promise<void> {
    await this.#decide(target, decider, async (tx) => {
      const consent = { ...target, accountId };
      const hadAny = await this.revocations.revokeClientForAccount(
        tx,
        consent,
        'removed by an administrator',
      );
      orNotFound(hadAny || undefined, 'consent');
      await this.audit.record(tx, {
        event: 'consent.withdrawn',
        ...consent,
        details: { by_account: decider.accountId },
      });
    });
  }

  async #end(
    tx: Transaction,
    target: PortalsClient,
    because: string,
    includesUnconnected = false,
  ): Promise<void> {
    await this.approvals.lockPortalRights(tx, target.portalId);
    const client = await this.queries.client(target, tx);
    const isFound = client?.isKnown || (includesUnconnected && client?.portalId === null);
    const { portalId } = orNotFound(isFound ? client : undefined, 'application');
    await this.revocations.revokeClientInPortal(tx, target, { consentsToo: true, because });
    await this.queries.endOnboardingGrants(tx, target);
    await this.approvals.withdraw(tx, target);
    await this.queries.forgetConsents(tx, target);
    if (portalId === target.portalId) await this.queries.switchOff(tx, target, this.clock.now());
  }

  async #check(client: ApprovableClient, rights: ApprovedRights, portalId: number): Promise<void> {
    const excess = rights.scopes.find((scope) => !client.scopes.includes(scope));
    if (excess !== undefined) {
      throw BadRequest.field('scopes', `the application cannot have ${excess}`, 'beyond_client');
    }
    if (rights.forAdministrators && !rights.actsForPeople) {
      throw BadRequest.field('for_administrators', 'needs acts_for_people');
    }
    if (rights.makesPortals && !(await isDistributionPartner(this.database, portalId))) {
      throw BadRequest.field('makes_portals', 'is for distribution partner portals');
    }
  }

  /** @throws Forbidden when the decider is no longer an administrator */
  async #decide(
    target: PortalsClient,
    decider: Decider,
    work: (tx: Transaction) => Promise<void>,
  ): Promise<void> {
    await this.database.write(async (tx) => {
      if (!(await this.queries.lockAdministrator(tx, target.portalId, decider.accountId))) {
        throw new Forbidden('administrator_required', 'This needs the role Administrator.');
      }
      await decider.lock?.(tx);
      await work(tx);
    });
    await this.reader.read();
  }

  #record(
    tx: Transaction,
    event: AuditEvent,
    { portalId, clientId }: PortalsClient,
    { accountId, byClient }: Decider,
    details: Record<string, string | boolean> = {},
  ): Promise<void> {
    return this.audit.record(tx, {
      event,
      portalId,
      clientId,
      accountId,
      details: { ...details, ...(byClient === undefined ? {} : { by_client: byClient }) },
    });
  }
}

/** Whether the new rights lack any of the previous ones. */
const isLess = (before: ApprovedRights, after: ApprovedRights): boolean =>
  before.scopes.some((scope) => !after.scopes.includes(scope)) ||
  (before.actsForPeople && !after.actsForPeople) ||
  (before.forAdministrators && !after.forAdministrators);
