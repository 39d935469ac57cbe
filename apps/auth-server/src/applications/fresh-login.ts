import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@app/access';
import { CLOCK, Forbidden, type Clock } from '@app/kernel';
import { FRESH_LOGIN_SECONDS } from '../token/index.js';
import { ApplicationQueries } from './application.queries.js';

const CHALLENGE = `Bearer error="insufficient_user_authentication", max_age="${FRESH_LOGIN_SECONDS}"`;

/**
 * What a portal says of applications is said by a person who has just signed in with their own password: neither a
 * machine nor a stolen token of yesterday says it.
 */
@Injectable()
export class FreshLogin {
  constructor(
    private readonly queries: ApplicationQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws Forbidden `fresh_login_required`, with the challenge of RFC 9470 */
  async assert({ claims }: Actor): Promise<void> {
    if (await this.queries.isFreshFamily(claims.sid, this.clock.now())) return;
    throw new Forbidden(
      'fresh_login_required',
      'This needs a token from a login with the person’s own password in the last ten minutes.',
      { headers: { 'www-authenticate': CHALLENGE } },
    );
  }

  /**
   * For what only takes rights away: a bound application may do that by itself, with a token that no person gave; it
   * has no password to give, and what it ends cannot serve whoever has stolen its token.
   * @throws Forbidden `fresh_login_required`
   */
  async assertOfPeople(actor: Actor): Promise<void> {
    if (await this.queries.isServiceAccount(actor.clientId, actor.accountId)) return;
    await this.assert(actor);
  }
}
