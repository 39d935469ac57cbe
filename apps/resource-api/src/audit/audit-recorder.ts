import { Inject, Injectable, Optional } from '@nestjs/common';
import { recordAudit, type Actor, type AuditEntry } from '@app/access';
import type { Transaction } from '@app/database';
import { currentOrigin } from '@app/http';
import { CLOCK, type Clock } from '@app/kernel';
import { AUDIT_ROW_BYTES, WRITTEN_BYTES, type WrittenBytes } from '@app/limits';

/** Writes callers' actions to the audit log: one row for an action, however much it changes. */
@Injectable()
export class AuditRecorder {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Optional() @Inject(WRITTEN_BYTES) private readonly written?: WrittenBytes,
  ) {}

  /**
   * Records an action in its transaction, with the address and browser of the request.
   * @throws Problem 429 if the portal has reached its daily limit of audit rows
   */
  async record(
    tx: Transaction,
    { portalId, accountId, clientId }: Actor,
    entry: Pick<AuditEntry, 'event' | 'details'>,
  ): Promise<void> {
    this.written?.add(portalId, AUDIT_ROW_BYTES, clientId);
    await recordAudit(tx, currentOrigin(), { ...entry, portalId, accountId, clientId }, this.clock.now());
  }
}
