import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@app/kernel';
import { ScheduledTask } from '@app/scheduled-tasks';
import { KeptCountsQueries } from './kept-counts.queries.js';

const batch = 10_000;

/** Adds up what writes of enrollments and accounts change in their counts, so that lists have little to add. */
@Injectable()
export class KeptCounts extends ScheduledTask {
  constructor(
    private readonly queries: KeptCountsQueries,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('add-up-kept-counts', logger);
  }

  protected async work(): Promise<number | void> {
    if ((await this.queries.addUp(batch)) === batch) return 0;
  }
}
