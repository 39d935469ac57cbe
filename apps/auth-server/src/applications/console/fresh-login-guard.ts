import { Inject, Injectable } from '@nestjs/common';
import { FreshLoginRequired, type Actor } from '@app/access';
import { CLOCK, type Clock } from '@app/kernel';
import { ApplicationQueries } from './application.queries.js';

/**
 * Decisions about applications need a person who has just signed in with their own password, so that neither a program
 * nor the thief of an older token can make them.
 */
@Injectable()
export class FreshLoginGuard {
  constructor(
    private readonly queries: ApplicationQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws Forbidden `fresh_login_required`, with the challenge of RFC 9470 */
  async assert({ claims }: Actor): Promise<void> {
    if (await this.queries.isFreshFamily(claims.sid, this.clock.now())) return;
    throw new FreshLoginRequired();
  }

  /**
   * For operations that only revoke access. A service account may call them without a fresh login: it cannot log in,
   * and a thief of its token gains nothing.
   * @throws Forbidden `fresh_login_required`
   */
  async assertOfPeople(actor: Actor): Promise<void> {
    if (await this.queries.isServiceAccount(actor.clientId, actor.accountId)) return;
    await this.assert(actor);
  }
}
