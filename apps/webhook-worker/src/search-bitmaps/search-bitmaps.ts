import { Inject, Injectable } from '@nestjs/common';
import { updateBitmaps } from '@app/catalogue';
import { Database } from '@app/database';
import { LOGGER, type Logger } from '@app/kernel';
import { ScheduledTask } from '@app/scheduled-tasks';

/** Brings the bitmaps of the catalogue up to date, so that broad searches have few changed documents to look at. */
@Injectable()
export class SearchBitmaps extends ScheduledTask {
  constructor(
    private readonly database: Database,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('update-search-bitmaps', logger);
  }

  protected async work(): Promise<number | void> {
    const { isAll } = await updateBitmaps(this.database);
    if (!isAll) return 0;
  }
}
