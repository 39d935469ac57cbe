import { Injectable, type StreamableFile } from '@nestjs/common';
import type { Actor } from '@app/access';
import { Database } from '@app/database';
import { listCustomFields, presentUser, type User } from '@app/identity';
import { Exports, type ExportFormat } from '../exports/index.js';
import { visibleAccounts } from './users.policy.js';
import { UsersQueries } from './users.queries.js';
import { userColumns, type ExportUsersQuery } from './users.schema.js';

/** Exports a portal's people as a file. */
@Injectable()
export class UserExports {
  constructor(
    private readonly database: Database,
    private readonly queries: UsersQueries,
    private readonly exports: Exports,
  ) {}

  /**
   * @param accepted the format unless the query names one
   * @throws TooManyRequests
   */
  async export(
    actor: Actor,
    accepted: ExportFormat,
    { format = accepted, bom, ...filters }: ExportUsersQuery,
  ): Promise<StreamableFile> {
    const visible = visibleAccounts(actor);
    const fields = await listCustomFields(this.database, actor.portalId);
    return this.exports.send(actor, {
      name: 'users',
      format,
      bom,
      columns: userColumns(fields),
      read: async (id, limit) => {
        const rows = await this.queries.after(actor.portalId, visible, filters, { id, limit });
        const users = rows.map((row) => ({ id: row.id, row: presentUser(row, { closed: true }) }));
        return format === 'csv' ? this.#withAddresses(actor.portalId, users) : users;
      },
    });
  }

  /** Managers by address, as `users import` reads them: ids mean other people elsewhere. */
  async #withAddresses(portalId: number, users: readonly { id: number; row: User }[]) {
    const managers = await this.queries.byIds(portalId, [
      ...new Set(users.flatMap(({ row }) => row.managers)),
    ]);
    return users.map(({ id, row }) => ({
      id,
      row: { ...row, managers: row.managers.flatMap((manager) => managers.get(manager)?.email ?? []) },
    }));
  }
}
