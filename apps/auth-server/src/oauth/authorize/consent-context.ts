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

/** Reads what an answer depends on: account, session, second factor, and whether the portal admits the client. */
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
   * Locks the account, session and factor that were read before the transaction. The order is that of blocking a user
   * and of turning a factor off; all come before the locks of issuing, as in a password change.
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

  /**
   * Whether the portal does not admit the client.
   * @param tx after the locks of issuing, which prevent a concurrent block
   */
  isClosed(target: PortalsClient, tx?: Transaction): Promise<boolean> {
    return this.approvals.isClosedTo(target, tx);
  }
}
