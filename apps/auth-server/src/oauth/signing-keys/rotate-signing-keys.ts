import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import { LOGGER, type Logger } from '@app/kernel';
import { ClaimedTask } from '@app/scheduled-tasks';
import { KeyRotation } from '@app/signing-keys';

/** Rotates the signing keys on schedule. */
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
