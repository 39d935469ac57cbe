import { Injectable } from '@nestjs/common';
import type { AuditDetail } from '@app/access';
import { Database, sql, type Statement } from '@app/database';
import { MAX_COUNTED, type AuditLogFilters, type AuditLogPlace } from './audit-log.schema.js';

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

interface Piece {
  after: Pick<AuditLogPlace, 'time' | 'id'> | undefined;
  limit: number;
}

/** This role cannot read the table, only call the function with a portal. */
const entries = (portalId: number, filters: AuditLogFilters, { after, limit }: Piece): Statement => sql`
  auth.read_audit_log(
    ${portalId}::int, ${filters.event ?? null}, ${filters.user_id ?? null}::int, ${filters.client_id ?? null},
    to_timestamp(${filters.from ?? null}), to_timestamp(${filters.to === undefined ? null : filters.to + 1}),
    ${after?.time ?? null}::timestamptz, ${after?.id ?? null}::bigint, ${limit}::int)`;

@Injectable()
export class AuditLogQueries {
  constructor(private readonly database: Database) {}

  /** Newest first. */
  page(portalId: number, filters: AuditLogFilters, piece: Piece): Promise<AuditRow[]> {
    return this.database.heavy.many<AuditRow>(sql`select * from ${entries(portalId, filters, piece)}`);
  }

  async count(portalId: number, filters: AuditLogFilters): Promise<number> {
    const all = { after: undefined, limit: MAX_COUNTED };
    const row = await this.database.heavy.one<{ total: number }>(
      sql`select count(*) as total from ${entries(portalId, filters, all)}`,
    );
    return row?.total ?? 0;
  }
}
