import { Injectable } from '@nestjs/common';
import { Database, sql, tableRegistry } from '@app/database';

/** Tables with daily partitions that this server manages; the database decides how long each is kept. */
const tables = [
  'auth.access_tokens',
  'auth.authorization_requests',
  'auth.one_time_tokens',
  'auth.codes',
  'auth.refresh_tokens',
  'auth.audit_log',
];
const DAYS_AHEAD = 8;
const BATCH = 1_000;

/** Tables from which only the function auth.remove_expired may delete, some days after expiry (`tableRegistry`). */
const expiring = ['sessions', 'spent_assertions', 'revocations', 'grant_families'] as const;
/** Tables from which this server may delete rows itself, as soon as they expire. */
const ownExpiring = [
  'assertion_families',
  'family_logins',
  'address_changes',
  'former_addresses',
  'merge_requests',
] as const;

@Injectable()
export class RetentionQueries {
  constructor(private readonly database: Database) {}

  /** Creates the partitions of the coming days; may be called by any role at any time. */
  async makePartitions(): Promise<void> {
    await this.database.many(sql`
      select maintenance.ensure_day_partitions(name::regclass, (now() at time zone 'utc')::date - 1, ${DAYS_AHEAD + 2})
        from unnest(${tables}::text[]) as name`);
  }

  /**
   * Drops whole days.
   * @returns the number of partitions
   */
  async dropPartitions(): Promise<number> {
    return (
      (await this.database.value<number>(sql`
      select coalesce(sum(maintenance.drop_day_partitions(name::regclass, null)), 0) as dropped
        from unnest(${tables}::text[]) as name`)) ?? 0
    );
  }

  /**
   * Removes expired rows in batches.
   * @returns the number of rows
   */
  async removeExpired(): Promise<number> {
    let total = 0;
    for (const table of expiring) {
      const { days } = tableRegistry[`auth.${table}`].kept;
      for (let removed = BATCH; removed === BATCH; total += removed) {
        const row = await this.database.one<{ removed: number }>(sql`
          select auth.remove_expired(${table}, now() - make_interval(days => ${days}), ${BATCH}) as removed`);
        removed = row?.removed ?? 0;
      }
    }
    for (const table of ownExpiring) total += await this.#removeOwn(table);
    return total;
  }

  async #removeOwn(table: (typeof ownExpiring)[number]): Promise<number> {
    const rowsOf = sql.raw(`auth.${table}`);
    let total = 0;
    for (let removed = BATCH; removed === BATCH; total += removed) {
      const rows = await this.database.many(sql`
        delete from ${rowsOf} where ctid = any(array(
          select ctid from ${rowsOf} where expires_at < now() order by expires_at limit ${BATCH})) returning 1`);
      removed = rows.length;
    }
    return total;
  }
}
