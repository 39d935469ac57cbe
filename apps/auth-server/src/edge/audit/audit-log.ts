import { Inject, Injectable, Optional } from '@nestjs/common';
import { recordAudit, type AuditEntry, type AuditOrigin } from '@app/access';
import { Database, type Reader } from '@app/database';
import { currentOrigin } from '@app/http';
import { CLOCK, LOGGER, type Clock, type Logger } from '@app/kernel';
import { AUDIT_ROW_BYTES, WRITTEN_BYTES, type WrittenBytes } from '@app/limits';

/**
 * Writes this server's rows of the audit log: who did what, and from where; append-only by database role.
 * @app/access has the table and its vocabulary.
 */
@Injectable()
export class AuditLog {
  constructor(
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Optional() @Inject(WRITTEN_BYTES) private readonly written?: WrittenBytes,
  ) {}

  /**
   * Records what a transaction does, within it; by default on behalf of the request for which it runs.
   * @throws Problem 429 when an application of the portal has written all that it may today
   */
  async record(reader: Reader, entry: AuditEntry, origin: AuditOrigin = currentOrigin()): Promise<void> {
    if (typeof entry.portalId === 'number') this.written?.add(entry.portalId, AUDIT_ROW_BYTES);
    await recordAudit(reader, origin, entry, this.clock.now());
  }

  /** Records a refusal. A log that cannot be written must not change the answer. */
  async refusal(entry: AuditEntry, origin?: AuditOrigin): Promise<void> {
    await this.record(this.database, entry, origin).catch((error: unknown) => {
      this.logger.error({ err: error, event: entry.event }, 'the audit log could not be written');
    });
  }
}
