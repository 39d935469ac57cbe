import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@app/kernel';
import { ScheduledTask } from '@app/scheduled-tasks';
import { MaterializedCountsQueries } from './materialized-counts.queries.js';

const BATCH = 10_000;

/** Adds changes from writes of enrollments and accounts to their counts, so that lists have little to add up. */
@Injectable()
export class MaterializedCounts extends ScheduledTask {
  constructor(
    private readonly queries: MaterializedCountsQueries,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('add-up-materialized-counts', logger);
  }

  protected async work(): Promise<number | void> {
    if ((await this.queries.addUp(BATCH)) === BATCH) return 0;
  }
}
