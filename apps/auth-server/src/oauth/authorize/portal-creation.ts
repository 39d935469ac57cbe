import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import { Problem, SETTINGS } from '@app/kernel';
import { Onboarding, OnboardingQueries, parentPortal } from '@app/onboarding';
import { AuditLog } from '../../edge/audit/index.js';
import type { Settings } from '../../config.js';
import type { Session } from '../../edge/sessions/index.js';
import { isNewClient, type AuthorizationRequest } from './authorization-request.js';
import { AuthorizeQueries } from './authorize.queries.js';

const MAX_NAME_LENGTH = 255;

export interface PortalCreationTarget {
  creationPath: string;
  parentPortalId: number | null;
}

/**
 * Creates a portal during an authorization, for a person who has none (specification, creation_path; contract 3.43).
 */
@Injectable()
export class PortalCreation {
  constructor(
    private readonly database: Database,
    private readonly onboarding: Onboarding,
    private readonly rights: OnboardingQueries,
    private readonly queries: AuthorizeQueries,
    private readonly audit: AuditLog,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * The portal that this person may create; undefined if they may not. The rules are those of POST /v2/onboard. An
   * application not yet created has no approval; it will be bound to the new portal.
   */
  async findTarget(
    request: AuthorizationRequest,
    session: Session,
  ): Promise<PortalCreationTarget | undefined> {
    const { newPortal } = request;
    if (!newPortal || session.onlyAccountId !== null) return undefined;
    if (await this.queries.hasAccount(session.personId)) return undefined;
    const { creationPath, partnerPortalId } = newPortal;
    if (isNewClient(request)) return { creationPath, parentPortalId: partnerPortalId };
    const { clientId } = request.client as { clientId: string };
    const rights = await this.rights.rights(this.database, clientId, partnerPortalId);
    if (rights?.client_portal_id !== null) return undefined; // a bound client could not work with the new portal
    try {
      return { creationPath, parentPortalId: parentPortal(rights, partnerPortalId) };
    } catch (error) {
      if (error instanceof Problem) return undefined;
      throw error;
    }
  }

  /**
   * Creates the portal, only once however often the form is sent.
   * @returns false when `name` is not a valid name
   */
  async create(target: PortalCreationTarget, session: Session, name: string): Promise<boolean> {
    const customer = name.normalize().trim();
    if (customer === '' || customer.length > MAX_NAME_LENGTH || !/[\p{L}\p{N}]/u.test(customer)) return false;
    await this.database.write(async (tx) => {
      await this.queries.lockPerson(tx, session.personId);
      if (await this.queries.hasAccount(session.personId, tx)) return;
      const { portal, user } = await this.onboarding.create(
        tx,
        {
          creationPath: target.creationPath,
          customer: { name: customer, billingInterval: 'annual' },
          parentPortalId: target.parentPortalId,
          administrators: [],
          notifies: true,
          user: { ownLogin: { personId: session.personId } },
          additionalUsers: [],
          clientId: null,
        },
        this.settings,
      );
      await this.audit.record(tx, {
        event: 'portal.created',
        portalId: portal.id,
        personId: session.personId,
        accountId: user.id,
        details: { creation_path: target.creationPath },
      });
    });
    return true;
  }
}
