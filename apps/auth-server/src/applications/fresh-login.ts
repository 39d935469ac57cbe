import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@app/access';
import { CLOCK, Forbidden, type Clock } from '@app/kernel';
import { ApplicationQueries } from './application.queries.js';

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

  /** @throws Forbidden `fresh_login_required` */
  async assert({ claims }: Actor): Promise<void> {
    if (await this.queries.isFreshFamily(claims.sid, this.clock.now())) return;
    throw new Forbidden(
      'fresh_login_required',
      'This needs a token from a login with the person’s own password in the last ten minutes.',
    );
  }
}
