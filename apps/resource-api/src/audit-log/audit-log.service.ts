import { Injectable, type StreamableFile } from '@nestjs/common';
import type { Actor } from '@app/access';
import { readClientNames } from '@app/clients';
import { Database } from '@app/database';
import { Exports, type ExportFormat } from '../exports/index.js';
import { UsersQueries } from '../users/index.js';
import { presentEntry } from './audit-log.presenter.js';
import { AuditLogQueries, type AuditRow } from './audit-log.queries.js';
import {
  auditLogColumns,
  encodeCursor,
  type AuditLogEntry,
  type AuditLogPage,
  type ExportAuditLogQuery,
  type ListAuditLogQuery,
} from './audit-log.schema.js';

@Injectable()
export class AuditLogService {
  constructor(
    private readonly queries: AuditLogQueries,
    private readonly users: UsersQueries,
    private readonly exports: Exports,
    private readonly database: Database,
  ) {}

  /** A page. Entries written during paging come before the first page; all older ones are returned once. */
  async list(actor: Actor, { cursor, limit, ...filters }: ListAuditLogQuery): Promise<AuditLogPage> {
    const { portalId } = actor;
    const total = cursor?.total ?? (await this.queries.count(portalId, filters));
    const piece = { after: cursor, limit: limit + 1 };
    const rows = limit === 0 ? [] : await this.queries.page(portalId, filters, piece);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      total,
      hits: await this.#present(portalId, page),
      ...(last &&
        rows.length > limit && { next_cursor: encodeCursor({ time: last.time, id: last.id, total }) }),
    };
  }

  /**
   * @param accepted the format unless the query names one
   * @throws TooManyRequests
   */
  export(
    actor: Actor,
    accepted: ExportFormat,
    { format = accepted, bom, ...filters }: ExportAuditLogQuery,
  ): Promise<StreamableFile> {
    const { portalId } = actor;
    let after: AuditRow | undefined;
    return this.exports.send(actor, {
      name: 'audit-log',
      format,
      bom,
      columns: auditLogColumns,
      // the order is newest first, so pages cannot be read by id
      read: async (_, limit) => {
        const rows = await this.queries.exportPage(portalId, filters, { after, limit });
        after = rows.at(-1);
        const entries = await this.#present(portalId, rows);
        const lines = entries.map((entry) => ({
          id: entry.id,
          row: { ...entry, ...(format === 'csv' && { details: JSON.stringify(entry.details) }) },
        }));
        return { rows: lines, isLast: rows.length < limit };
      },
    });
  }

  async #present(portalId: number, rows: readonly AuditRow[]): Promise<AuditLogEntry[]> {
    const ids = [...new Set(rows.flatMap((row) => row.account_id ?? []))];
    const [accounts, clientNames] = await Promise.all([
      ids.length === 0 ? new Map() : this.users.byIds(portalId, ids),
      readClientNames(
        this.database,
        rows.flatMap((row) => row.client_id ?? []),
      ),
    ]);
    return rows.map((row) => presentEntry(row, accounts, clientNames));
  }
}
