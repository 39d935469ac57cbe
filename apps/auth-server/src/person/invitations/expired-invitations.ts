import { Inject, Injectable } from '@nestjs/common';
import { recordAudit, schedule } from '@app/access';
import { Database } from '@app/database';
import type { AccountRow } from '@app/identity';
import { CLOCK, LOGGER, Problem, type Clock, type Logger } from '@app/kernel';
import { ClaimedTask } from '@app/scheduled-tasks';
import { AccountClosing } from './account-closing.js';
import { OfferQueries } from './offer.queries.js';

const BATCH = 500;

/** Rolls the transaction back: the invitation was accepted in the meantime. */
class InvitationAccepted extends Error {}

@Injectable()
export class ExpiredInvitations extends ClaimedTask {
  constructor(
    database: Database,
    private readonly queries: OfferQueries,
    private readonly ends: AccountClosing,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('close-lapsed-invitations', database, logger);
  }

  protected async doClaimed(): Promise<string> {
    return `${await this.close()} invitations lapsed`;
  }

  /**
   * @returns the number of closed accounts; those accepted or removed in the meantime are skipped
   * @throws AggregateError at the end, when some could not be closed
   */
  async close(): Promise<number> {
    const failures: unknown[] = [];
    let closed = 0;
    // each account once, so that one that cannot be closed does not block the others
    for (let page = await this.queries.expired(0, BATCH); page.length > 0;) {
      for (const expired of page) {
        try {
          if (await this.#close(expired)) closed += 1;
        } catch (error) {
          failures.push(error);
        }
      }
      page = await this.queries.expired(page.at(-1)!.accountId, BATCH);
    }
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} invitations stay open`);
    return closed;
  }

  async #close(expired: { portalId: number; accountId: number }): Promise<boolean> {
    const assertMayRemove = (account: AccountRow) => {
      if (account.is_accepted) throw new InvitationAccepted();
    };
    try {
      await this.database.write(async (tx) => {
        await this.ends.close(tx, expired, { because: 'lapsed', assertMayRemove });
        await recordAudit(tx, schedule, { event: 'invitation.lapsed', ...expired }, this.clock.now());
      });
      return true;
    } catch (error) {
      if (error instanceof InvitationAccepted || (error instanceof Problem && error.status === 404))
        return false;
      throw error;
    }
  }
}
