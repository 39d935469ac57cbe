import { Injectable } from '@nestjs/common';
import { Database, sql } from '@app/database';
import type { Revocation } from './revocation-set.js';

/** How far reading has progressed. */
export interface Position {
  /** Where the next read begins: all transactions below it have ended. */
  xmin: string;
  /** Identifies the server and its start; undefined before the first read. */
  server: string | undefined;
}

interface Tail {
  position: Position;
  rows: Revocation[];
}

export const START_POSITION: Position = { xmin: '0', server: undefined };

@Injectable()
export class RevocationQueries {
  constructor(private readonly database: Database) {}

  /**
   * Every unexpired revocation written by a transaction that had not ended at the previous read. A cursor over the
   * sequence would lose rows that commit late.
   */
  async since(xmin: string): Promise<Tail> {
    const rows = await this.database.dedicated.many<
      Revocation & { snapshot_xmin: string; server: string }
    >(sql`
      select s.xmin::text as snapshot_xmin, pg_postmaster_start_time()::text as server, r.id, r.jti, r.sid, r.kid, r.account_id, r.client_id, r.portal_id,
             r.seq, r.expires_at
        from (select pg_snapshot_xmin(pg_current_snapshot()) as xmin) s
        left join auth.revocations r on r.xid >= ${xmin}::xid8 and r.expires_at > now()`);
    const { snapshot_xmin, server } = rows[0]!;
    return { position: { xmin: snapshot_xmin, server }, rows: rows.filter((row) => row.id !== null) };
  }
}
