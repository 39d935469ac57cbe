import { Inject, Injectable, Optional } from '@nestjs/common';
import { recordAudit, type AuditEntry, type AuditOrigin } from '@app/access';
import { Database, type Reader } from '@app/database';
import { currentOrigin } from '@app/http';
import { CLOCK, LOGGER, type Clock, type Logger } from '@app/kernel';
import { AUDIT_ROW_BYTES, WRITTEN_BYTES, type WrittenBytes } from '@app/limits';

/**
 * Writes this server's rows of the audit log: actor, action and network address; append-only by database role.
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
   * Records an action within its transaction; by default on behalf of the current request.
   * @throws Problem 429 when an application of the portal has used up its rows of today
   */
  async record(reader: Reader, entry: AuditEntry, origin: AuditOrigin = currentOrigin()): Promise<void> {
    if (typeof entry.portalId === 'number') this.written?.add(entry.portalId, AUDIT_ROW_BYTES);
    await recordAudit(reader, origin, entry, this.clock.now());
  }

  /** Records a refusal. If the log cannot be written, the answer stays the same. */
  async refusal(entry: AuditEntry, origin?: AuditOrigin): Promise<void> {
    await this.record(this.database, entry, origin).catch((error: unknown) => {
      this.logger.error({ err: error, event: entry.event }, 'the audit log could not be written');
    });
  }
}
