import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import { LOGGER, type Logger } from '@app/kernel';
import { ClaimedTask } from '@app/scheduled-tasks';
import { KeyRotation } from '@app/signing-keys';

/** Keeps the schedule of the signing keys. */
@Injectable()
export class RotateSigningKeys extends ClaimedTask {
  constructor(
    private readonly rotation: KeyRotation,
    database: Database,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('rotate-signing-keys', database, logger);
  }

  protected async doClaimed(): Promise<string> {
    await this.rotation.keepSchedule();
    return 'ok';
  }
}
