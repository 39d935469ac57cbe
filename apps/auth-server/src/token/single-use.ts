import { Injectable } from '@nestjs/common';
import type { AuditEntry } from '@app/audit';
import { Database } from '@app/database';
import { Revocations } from '@app/revocations';
import { sha256 } from '@app/kernel';
import { LRUCache } from 'lru-cache';
import { AuditLog, RefusalFlood } from '../audit/index.js';
import { type Caller } from '../request/index.js';
import { PostgresClock } from './postgres-clock.js';

export interface SpentThing {
  kind: 'code' | 'refresh_token';
  familyId: string;
  clientId: string;
  accountId: number;
  portalId: number;
  /** By Postgres' clock, milliseconds since 1970. */
  usedAtMs: number;
}

/** How one try of a single-use thing relates to the others. */
export interface Attempt {
  caller: Caller;
  /** Whether the request arrived while another try of the same thing was in progress in this process. */
  isOverlapping: boolean;
}

/** Tries of one thing in this process. */
interface UnderWay {
  count: number;
  /** When the last of them ended, by the process' clock in milliseconds. */
  endedAtMs: number;
}

/** How long, in milliseconds, after a thing was spent overlapping tries can still count as simultaneous. */
const MOMENT_MS = 500;

const nowMs = (): number => performance.timeOrigin + performance.now();

/** Distinguishes a lost race from a replay when a single-use thing has already been used. */
@Injectable()
export class SingleUse {
  readonly #underWay = new LRUCache<string, UnderWay>({ max: 20_000, ttl: 60_000 });

  constructor(
    private readonly database: Database,
    private readonly clock: PostgresClock,
    private readonly revocations: Revocations,
    private readonly audit: AuditLog,
    private readonly refusals: RefusalFlood,
  ) {}

  /**
   * Runs one try of a single-use thing. Somebody who repeats a request has the answer first, so a replay overlaps
   * with nothing.
   */
  async attempt<T>(secret: string, caller: Caller, work: (attempt: Attempt) => Promise<T>): Promise<T> {
    const key = sha256(secret).toString('base64url');
    const others = this.#underWay.get(key) ?? { count: 0, endedAtMs: -Infinity };
    const isOverlapping = others.count > 0 || caller.arrivedAt < others.endedAtMs;
    others.count += 1;
    this.#underWay.set(key, others);
    try {
      return await work({ caller, isOverlapping });
    } finally {
      others.count -= 1;
      others.endedAtMs = nowMs();
    }
  }

  /**
   * A request that had reached its process before the winner spent the thing, or within the same half second while
   * another try was in progress there, has lost a race, and the family survives. Any later one is a replay and ends
   * the family. Repeating either writes no more than {@link RefusalFlood} allows. Source: RFC 9700 4.14.2, wire
   * contract section 3.
   */
  async usedAlready(thing: SpentThing, { caller, isOverlapping }: Attempt): Promise<void> {
    const { arrivedAt } = caller;
    const isRace = this.clock.isBefore(isOverlapping ? arrivedAt - MOMENT_MS : arrivedAt, thing.usedAtMs);
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

  /** @returns false when the family had already ended */
  #endFamily(familyId: string, caller: Caller, entry: AuditEntry): Promise<boolean> {
    return this.database.write(async (tx) => {
      const isEnding = await this.revocations.endFamily(tx, familyId, 'replay');
      if (isEnding) await this.audit.record(tx, caller, entry);
      return isEnding;
    });
  }
}
