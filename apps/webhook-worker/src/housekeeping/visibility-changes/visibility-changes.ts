import { Inject, Injectable } from '@nestjs/common';
import { parkVisibilityChange, VisibilityChangeFailed, publishVisibilityChange } from '@app/catalogue';
import { Database } from '@app/database';
import { EventOutbox } from '@app/events';
import { LOGGER, type Logger } from '@app/kernel';
import { ScheduledTask } from '@app/scheduled-tasks';
import { isRowError, logParked, parkReason } from '../../edge/parking/index.js';

const BATCH = 200;
/** Objects per second, limited so that other events are not delayed. */
const OBJECTS_PER_SECOND = 500;

/** Notifies portals of the objects that a subscription made visible or hid, in batches. */
@Injectable()
export class VisibilityChanges extends ScheduledTask {
  /** The relay also polls. */
  readonly #outbox = EventOutbox.withoutHints();

  constructor(
    private readonly database: Database,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('tell-visibility-changes', logger);
  }

  protected async work(): Promise<number | void> {
    try {
      const published = await this.database.write((tx) => publishVisibilityChange(tx, this.#outbox, BATCH));
      if (published !== undefined) return (published / OBJECTS_PER_SECOND) * 1000;
    } catch (error) {
      if (!(error instanceof VisibilityChangeFailed) || !isRowError(error.cause)) throw error;
      await this.database.write((tx) => parkVisibilityChange(tx, error.id, parkReason(error.cause)));
      logParked(this.logger, 'visibility_change', error.cause, { change: error.id });
      return 0;
    }
  }
}
