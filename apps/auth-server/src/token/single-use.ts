import { Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import { Revocations } from '@app/grants';
import { AuditLog } from '../audit/index.js';
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
  ) {}

  /**
   * A request that had arrived before the winner spent the thing lost a race, and the family lives. Any later one
   * is a replay and ends the family. Source: RFC 9700 4.14.2, wire contract section 3.
   */
  async usedAlready(thing: SpentThing, caller: Caller): Promise<void> {
    const isRace = this.clock.isBefore(caller.arrivedAt, thing.usedAtMs);
    await this.database.write(async (tx) => {
      if (!isRace) await this.revocations.endFamily(tx, thing.familyId, 'replay');
      await this.audit.record(tx, caller, {
        event: `${thing.kind}.${isRace ? 'race_lost' : 'replayed'}`,
        clientId: thing.clientId,
        accountId: thing.accountId,
        portalId: thing.portalId,
        details: { family: thing.familyId },
      });
    });
  }
}
