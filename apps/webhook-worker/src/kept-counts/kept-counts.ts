import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@app/kernel';
import { RepeatingTask } from '../schedule/index.js';
import { KeptCountsQueries } from './kept-counts.queries.js';

const everyMs = 10_000;
const batch = 10_000;

/** Adds up what writes of enrollments and accounts change in their counts, so that lists have little to add. */
@Injectable()
export class KeptCounts extends RepeatingTask {
  constructor(
    private readonly queries: KeptCountsQueries,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, 'kept counts could not be added up', everyMs);
  }

  protected async work(): Promise<number> {
    return (await this.queries.addUp(batch)) === batch ? 0 : everyMs;
  }
}
