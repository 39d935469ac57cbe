import { Inject, Injectable } from '@nestjs/common';
import { recordAudit, type Actor, type AuditEntry } from '@app/access';
import type { Transaction } from '@app/database';
import { currentOrigin } from '@app/http';
import { CLOCK, type Clock } from '@app/kernel';

/** Writes to the audit log what callers do: one row for an act, however much it changes. */
@Injectable()
export class ActLog {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /** Records an act in the transaction that carries it out, with the address and browser of the request. */
  async record(
    tx: Transaction,
    { portalId, accountId, clientId }: Actor,
    act: Pick<AuditEntry, 'event' | 'details'>,
  ): Promise<void> {
    await recordAudit(tx, currentOrigin(), { ...act, portalId, accountId, clientId }, this.clock.now());
  }
}
