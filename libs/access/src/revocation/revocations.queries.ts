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

/** The last row of a page, after which the next one begins. */
export interface ReadUpTo {
  xid: string;
  id: number;
}

interface Page {
  /** Where the next read begins, if this page is the first of a read. */
  position: Position;
  rows: Revocation[];
  /** Undefined for the last page. */
  last: ReadUpTo | undefined;
}

export const START_POSITION: Position = { xmin: '0', server: undefined };
/** Rows of a page: as many as a process handles without delaying a request. */
export const REVOCATIONS_A_PAGE = 2_000;

@Injectable()
export class RevocationQueries {
  constructor(private readonly database: Database) {}

  /** The first page of all unexpired revocations written by transactions that had not ended at the previous read. */
  since(xmin: string): Promise<Page> {
    return this.after({ xid: xmin, id: 0 });
  }

  /**
   * The next page, ordered by transaction number. A transaction that ends after the first page is at or above the
   * position of that page, so the next read has its rows. A cursor over ids would lose rows that commit late.
   */
  async after({ xid, id }: ReadUpTo): Promise<Page> {
    const rows = await this.database.dedicated.many<
      Revocation & { snapshot_xmin: string; server: string; xid: string }
    >(sql`
      select s.xmin::text as snapshot_xmin, pg_postmaster_start_time()::text as server, r.id, r.jti, r.sid, r.kid, r.account_id, r.client_id, r.portal_id,
             r.seq, r.expires_at, r.xid::text as xid
        from (select pg_snapshot_xmin(pg_current_snapshot()) as xmin) s
        left join lateral (
          select * from auth.revocations r
           where (r.xid, r.id) > (${xid}::xid8, ${id}::bigint) and r.expires_at > now()
           order by r.xid, r.id limit ${REVOCATIONS_A_PAGE}) r on true`);
    const { snapshot_xmin, server } = rows[0]!;
    return {
      position: { xmin: snapshot_xmin, server },
      rows: rows.filter((row) => row.id !== null),
      last: rows.length < REVOCATIONS_A_PAGE ? undefined : rows.at(-1),
    };
  }
}
