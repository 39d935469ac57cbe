import { Database } from '@app/database';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@app/kernel';
import { ScheduledTask } from '@app/scheduled-tasks';
import { removeUnusedFacets } from './retention.queries.js';

/** Few, because nobody can write objects while they are removed. */
const BATCH = 50;
const RETRY_MS = 10_000;

/** Removes values of facets that no learning object has any more. */
@Injectable()
export class UnusedFacets extends ScheduledTask {
  constructor(
    private readonly database: Database,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('remove-unused-facets', logger);
  }

  protected async work(): Promise<number | void> {
    const lookedAt = await removeUnusedFacets(this.database, BATCH);
    if (lookedAt === undefined) return RETRY_MS;
    if (lookedAt > 0) return 0;
  }
}
