import { Inject, Injectable } from '@nestjs/common';
import { administers } from '@app/contracts';
import type { Transaction } from '@app/database';
import { CLOCK, type Clock } from '@app/kernel';
import { ApprovalQueries, type PortalsClient } from '../../applications/approvals/index.js';
import { PersonQueries } from '../../edge/people/index.js';
import { SecondFactor } from '../../sign-in/second-factor/index.js';
import { SessionQueries } from '../../edge/sessions/index.js';
import { isNewClient, type AuthorizationRequest } from './authorization-request.js';
import type { Decision } from './steps.js';

/**
 * Reads the facts that an answer depends on: account, session, second factor, and that the portal is open to the
 * client.
 */
@Injectable()
export class ConsentContext {
  constructor(
    private readonly people: PersonQueries,
    private readonly sessions: SessionQueries,
    private readonly factor: SecondFactor,
    private readonly approvals: ApprovalQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Locks the account, session and factor read before the transaction until it ends. They are locked in the order
   * used when blocking and when turning a factor off. All are locked before the locks of issuing, as a password change
   * does.
   * @returns false when one of them has ended in the meantime
   */
  async lock(
    tx: Transaction,
    request: AuthorizationRequest,
    { account, session }: Decision,
  ): Promise<boolean> {
    const { portalId, accountId } = account;
    const roles = await this.people.recordLogin(tx, portalId, accountId, this.clock.now());
    if (!roles || (isNewClient(request) && !administers(roles))) return false;
    if (!(await this.sessions.lock(tx, session))) return false;
    return this.factor.lockSufficient(tx, session, portalId);
  }

  /** Whether the portal has closed itself to the client. @param tx after the locks of issuing, which exclude a block */
  isClosed(place: PortalsClient, tx?: Transaction): Promise<boolean> {
    return this.approvals.isClosedTo(place, tx);
  }
}
