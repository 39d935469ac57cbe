import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import { LOGGER, type Logger } from '@app/kernel';
import { ClaimedTask } from '@app/scheduled-tasks';
import { KeyRotation } from '@app/signing-keys';
import { ID_TOKEN_ROTATION } from './key-ring.js';

/** Rotates the signing keys on schedule: those of access tokens, then those of ID tokens. */
@Injectable()
export class RotateSigningKeys extends ClaimedTask {
  constructor(
    private readonly rotation: KeyRotation,
    @Inject(ID_TOKEN_ROTATION) private readonly idTokenRotation: KeyRotation,
    database: Database,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('rotate-signing-keys', database, logger);
  }

  protected async doClaimed(): Promise<string> {
    await this.rotation.keepSchedule();
    await this.idTokenRotation.keepSchedule();
    return 'ok';
  }
}
