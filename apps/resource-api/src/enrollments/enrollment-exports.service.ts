import { Injectable, type StreamableFile } from '@nestjs/common';
import type { Actor } from '@app/access';
import { keptObjects } from '@app/catalogue';
import { wireTimeOrNull } from '@app/contracts';
import { Database } from '@app/database';
import { presentEnrollment, type EnrollmentRow } from '@app/enrollments';
import { Exports, type ExportFormat, type ExportRecord } from '../exports/index.js';
import { UsersQueries, visibleAccounts } from '../users/index.js';
import { EnrollmentsQueries } from './enrollments.queries.js';
import { exportedEnrollmentColumns, type ExportEnrollmentsQuery } from './enrollments.schema.js';

/** Exports a portal's learning history as a file, for proof of what people have learnt. */
@Injectable()
export class EnrollmentExports {
  constructor(
    private readonly database: Database,
    private readonly queries: EnrollmentsQueries,
    private readonly users: UsersQueries,
    private readonly exports: Exports,
  ) {}

  /**
   * @param accepted the format unless the query names one
   * @throws TooManyRequests
   */
  export(
    actor: Actor,
    accepted: ExportFormat,
    { format = accepted, bom, ...filters }: ExportEnrollmentsQuery,
  ): Promise<StreamableFile> {
    const visible = visibleAccounts(actor);
    return this.exports.send(actor, {
      name: 'enrollments',
      format,
      bom,
      columns: exportedEnrollmentColumns,
      read: async (id, limit) => {
        const rows = await this.queries.after(actor.portalId, visible, filters, { id, limit });
        return { rows: await this.#withNames(actor, rows), isLast: rows.length < limit };
      },
    });
  }

  async #withNames(
    actor: Actor,
    rows: readonly EnrollmentRow[],
  ): Promise<{ id: number; row: ExportRecord }[]> {
    const unique = (ids: number[]) => [...new Set(ids)];
    const [objects, people] = await Promise.all([
      keptObjects(this.database.heavy, unique(rows.map((row) => row.lo_id))),
      this.users.byIds(actor.portalId, unique(rows.map((row) => row.account_id))),
    ]);
    return rows.map((row) => {
      const lo = objects.get(row.lo_id);
      const user = people.get(row.account_id);
      const { id, ...fields } = presentEnrollment(row, { archived: true });
      return {
        id,
        row: {
          id,
          user: user && {
            email: user.email,
            first_name: user.first_name,
            last_name: user.last_name,
            closed_time: wireTimeOrNull(user.closed_time),
          },
          lo: { type: lo?.type, title: row.lo_title, provider: lo?.provider.name },
          ...fields,
        },
      };
    });
  }
}
