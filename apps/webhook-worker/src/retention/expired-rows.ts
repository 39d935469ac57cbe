import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, LOGGER, type Clock, type Logger } from '@app/kernel';
import { RepeatingTask } from '../schedule/index.js';
import { ExpiredQueries } from './expired.queries.js';

const everyMs = 60_000;
const batch = 1_000;

/** Removes what has expired row by row. */
@Injectable()
export class Expired extends RepeatingTask {
  constructor(
    private readonly queries: ExpiredQueries,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, 'what has expired could not be removed', everyMs);
  }

  protected async work(): Promise<number> {
    const removed = await this.queries.removeIdempotencyKeys(this.clock.now(), batch);
    await this.queries.removeOnboardingGrants(this.clock.now());
    const counts = await this.queries.removeLimitCounts(batch);
    return removed === batch || counts === batch ? 0 : everyMs;
  }
}
