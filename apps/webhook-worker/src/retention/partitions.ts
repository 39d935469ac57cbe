import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@app/kernel';
import { RepeatingTask } from '../schedule/index.js';
import { PartitionsQueries } from './partitions.queries.js';

const EVERY_MS = 3_600_000;
const RETRY_MS = 10_000;
const DAYS_AHEAD = 9;
/** Bodies, answers and what failed are kept for 30 days; a delivery stands under the day of its event. */
const KEEP_DAYS = 31;

/** Makes the partitions of the days to come and drops those that are over. */
@Injectable()
export class Partitions extends RepeatingTask {
  constructor(
    private readonly queries: PartitionsQueries,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, 'partitions could not be maintained', RETRY_MS);
  }

  protected async work(): Promise<number> {
    await this.queries.make(DAYS_AHEAD);
    const dropped = await this.queries.drop(KEEP_DAYS);
    if (dropped > 0) this.logger.info({ dropped }, 'partitions that are over were dropped');
    return EVERY_MS;
  }
}
