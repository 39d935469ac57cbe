import { Inject, Injectable } from '@nestjs/common';
import type { AuditDetail } from '@app/access';
import { Database, sql, type Reader, type Statement } from '@app/database';
import { CLOCK, type Clock } from '@app/kernel';
import { MAX_COUNTED, type AuditLogFilters, type AuditLogCursor } from './audit-log.schema.js';

export interface AuditRow {
  id: number;
  time: Date;
  event: string;
  account_id: number | null;
  client_id: string | null;
  ip: string | null;
  user_agent: string | null;
  request_id: string | null;
  details: Record<string, AuditDetail>;
}

/**
 * Maximum number of days that a statement reads. Each day is a partition, and its locks take entries of Postgres’ lock
 * table, which all connections share.
 */
const MAX_DAYS_PER_STATEMENT = 31;
const DAY_MS = 86_400_000;
/** Days for which rows are kept, and one more for the current day. */
const DAYS_KEPT = 401;

interface TimeRange {
  since: Date;
  before: Date;
}

/** A position in the log, after which entries are older. */
type EntryPosition = Pick<AuditLogCursor, 'time' | 'id'>;

@Injectable()
export class AuditLogQueries {
  constructor(
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** A page, newest first. */
  page(
    portalId: number,
    filters: AuditLogFilters,
    position: { after: EntryPosition | undefined; limit: number },
  ): Promise<AuditRow[]> {
    return this.#read(this.database.heavy, portalId, filters, position);
  }

  /** Like {@link page}; may read from a standby. */
  exportPage(
    portalId: number,
    filters: AuditLogFilters,
    position: { after: EntryPosition | undefined; limit: number },
  ): Promise<AuditRow[]> {
    return this.#read(this.database.replica, portalId, filters, position);
  }

  async #read(
    reader: Reader,
    portalId: number,
    filters: AuditLogFilters,
    { after, limit }: { after: EntryPosition | undefined; limit: number },
  ): Promise<AuditRow[]> {
    const rows: AuditRow[] = [];
    for (const range of this.#timeRanges(filters, after)) {
      const piece = entries(portalId, filters, range, { after, limit: limit - rows.length });
      rows.push(...(await reader.many<AuditRow>(sql`select * from ${piece}`)));
      if (rows.length >= limit) break;
    }
    return rows;
  }

  /** The number of entries, up to {@link MAX_COUNTED}. */
  async count(portalId: number, filters: AuditLogFilters): Promise<number> {
    let total = 0;
    for (const range of this.#timeRanges(filters, undefined)) {
      const piece = entries(portalId, filters, range, { after: undefined, limit: MAX_COUNTED - total });
      const row = await this.database.heavy.one<{ count: number }>(sql`select count(*) from ${piece}`);
      total += row?.count ?? 0;
      if (total >= MAX_COUNTED) break;
    }
    return total;
  }

  /** The time range in parts, newest first. */
  *#timeRanges({ from, to }: AuditLogFilters, after: EntryPosition | undefined): Generator<TimeRange> {
    const now = this.clock.now().getTime();
    const first = Math.max(from === undefined ? 0 : from * 1000, now - DAYS_KEPT * DAY_MS);
    // other servers' clocks may be ahead
    const ends = [
      now + DAY_MS,
      to === undefined ? Infinity : (to + 1) * 1000,
      after ? after.time.getTime() + 1 : Infinity,
    ];
    const rangeMs = MAX_DAYS_PER_STATEMENT * DAY_MS;
    for (let before = Math.min(...ends); before > first; before -= rangeMs)
      yield { since: new Date(Math.max(first, before - rangeMs)), before: new Date(before) };
  }
}

/** Uses a function with a portal, because this server's role cannot read the table. */
const entries = (
  portalId: number,
  { event, user_id, about_user_id: aboutId, client_id }: AuditLogFilters,
  { since, before }: TimeRange,
  { after, limit }: { after: EntryPosition | undefined; limit: number },
): Statement => sql`
  auth.read_audit_log(
    ${portalId}::int, ${event ?? null}, ${user_id ?? null}::int, ${aboutId ?? null}::int, ${client_id ?? null}, ${since}::timestamptz,
    ${before}::timestamptz, ${after?.time ?? null}::timestamptz, ${after?.id ?? null}::bigint, ${limit}::int)`;
