import { Injectable } from '@nestjs/common';
import type { AuditEntry } from '@app/audit';
import { Database } from '@app/database';
import { Revocations } from '@app/grants';
import { AuditLog, RefusalFlood } from '../audit/index.js';
import { PostgresClock, type Caller } from '../shared/index.js';

export interface SpentThing {
  kind: 'code' | 'refresh_token';
  familyId: string;
  clientId: string;
  accountId: number;
  portalId: number;
  /** By Postgres' clock, milliseconds since 1970. */
  usedAtMs: number;
}

/** Tells a lost race from a replay when a single-use thing was used already. */
@Injectable()
export class SingleUse {
  constructor(
    private readonly database: Database,
    private readonly clock: PostgresClock,
    private readonly revocations: Revocations,
    private readonly audit: AuditLog,
    private readonly refusals: RefusalFlood,
  ) {}

  /**
   * A request that had reached its process before the winner spent the thing lost a race, and the family lives. Any
   * later one is a replay and ends the family. Repeating either writes no more than {@link RefusalFlood} lets it.
   * Source: RFC 9700 4.14.2, wire contract section 3.
   */
  async usedAlready(thing: SpentThing, caller: Caller): Promise<void> {
    const isRace = this.clock.isBefore(caller.arrivedAt, thing.usedAtMs);
    const entry: AuditEntry = {
      event: `${thing.kind}.${isRace ? 'race_lost' : 'replayed'}`,
      clientId: thing.clientId,
      accountId: thing.accountId,
      portalId: thing.portalId,
      details: { family: thing.familyId },
    };
    const isEnding = !isRace && (await this.#endFamily(thing.familyId, caller, entry));
    if (!isEnding) await this.refusals.refusal(caller, entry);
  }

  /** @returns false when the family had ended before. */
  #endFamily(familyId: string, caller: Caller, entry: AuditEntry): Promise<boolean> {
    return this.database.write(async (tx) => {
      const isEnding = await this.revocations.endFamily(tx, familyId, 'replay');
      if (isEnding) await this.audit.record(tx, caller, entry);
      return isEnding;
    });
  }
}
