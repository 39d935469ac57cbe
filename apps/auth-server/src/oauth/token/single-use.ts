import { Injectable } from '@nestjs/common';
import { type AuditEntry, Revocations } from '@app/access';
import { Database, type Transaction } from '@app/database';
import { AuditLog, RefusalRecorder } from '../../edge/audit/index.js';

export interface SingleUseRow {
  kind: 'code' | 'refresh_token';
  familyId: string;
  clientId: string;
  accountId: number;
  portalId: number;
}

/** When a secret was used, and when it was presented again, in milliseconds since 1970 by Postgres' clock. */
export interface Reuse {
  usedAtMs: number;
  /** When the secret was first looked up; before `usedAtMs` if another attempt used it meanwhile. */
  foundAtMs: number;
}

/** Milliseconds after the first use of a secret in which a second use counts as a lost race (ADR 9). */
export const RACE_MS = 250;

/** Distinguishes a lost race from a replay when a single-use secret has already been used. */
@Injectable()
export class SingleUse {
  constructor(
    private readonly database: Database,
    private readonly revocations: Revocations,
    private readonly audit: AuditLog,
    private readonly refusals: RefusalRecorder,
  ) {}

  /**
   * Handles a second use. Within {@link RACE_MS} of the first it has lost a race, and the family survives; a later one is
   * a replay and ends the family. {@link RefusalRecorder} limits the rows that repeated attempts write. Source: RFC 9700 4.14.2,
   * contract 3.15.
   */
  async handleReuse(secret: SingleUseRow, reuse: Reuse): Promise<void> {
    const afterMs = countMsAfterUse(reuse);
    const isRace = afterMs <= RACE_MS;
    const entry = createEntry(`${secret.kind}.${isRace ? 'race_lost' : 'replayed'}`, secret, afterMs);
    const hasEnded = !isRace && (await this.#endFamily(secret.familyId, entry));
    if (!hasEnded) await this.refusals.refusal(entry);
  }

  /** Records that the exchange of a refresh token is repeated. */
  async recordRepeat(tx: Transaction, secret: SingleUseRow, reuse: Reuse): Promise<void> {
    await this.audit.record(tx, createEntry('refresh_token.repeated', secret, countMsAfterUse(reuse)));
  }

  /** @returns false when the family had already ended */
  #endFamily(familyId: string, entry: AuditEntry): Promise<boolean> {
    return this.database.write(async (tx) => {
      const hasEnded = await this.revocations.endFamily(tx, familyId, 'replay');
      if (hasEnded) await this.audit.record(tx, entry);
      return hasEnded;
    });
  }
}

const countMsAfterUse = ({ usedAtMs, foundAtMs }: Reuse): number =>
  Math.max(0, Math.ceil(foundAtMs - usedAtMs));

const createEntry = (
  event: AuditEntry['event'],
  { clientId, accountId, portalId, familyId }: SingleUseRow,
  afterMs: number,
): AuditEntry => ({
  event,
  clientId,
  accountId,
  portalId,
  details: { family: familyId, after_ms: afterMs },
});
