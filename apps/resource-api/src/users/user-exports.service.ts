import { Injectable, type StreamableFile } from '@nestjs/common';
import type { Actor } from '@app/access';
import { Database } from '@app/database';
import { fieldFilter, listCustomFields, presentUser, type User } from '@app/identity';
import { Exports, type ExportFormat } from '../exports/index.js';
import { visibleAccounts } from './users.policy.js';
import { UsersQueries, type AccountBatch } from './users.queries.js';
import { userColumns, type ExportUsersQuery, type UserFilters } from './users.schema.js';

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
    { format = accepted, bom, ...sentFilters }: ExportUsersQuery,
  ): Promise<StreamableFile> {
    const visible = visibleAccounts(actor);
    const fields = await listCustomFields(this.database, actor.portalId);
    const custom_fields = sentFilters.custom_fields && fieldFilter(sentFilters.custom_fields, fields);
    const filters = { ...sentFilters, custom_fields };
    let matchIds: number[] | undefined;
    return this.exports.send(actor, {
      name: 'users',
      format,
      bom,
      columns: userColumns(fields),
      read: async (id, limit) => {
        // all matches of `q` are collected first, so that it is searched once and not for each batch
        if (filters.q !== undefined)
          matchIds ??= await this.queries.listIds(actor.portalId, visible, filters);
        const { rows, isLast } = matchIds
          ? await this.#next(actor, filters, matchIds, limit)
          : await this.queries.after(actor.portalId, visible, filters, { id, limit });
        const users = rows.map((row) => ({ id: row.id, row: presentUser(row, { closed: true }) }));
        const exportedUsers = format === 'csv' ? await this.#withAddresses(actor.portalId, users) : users;
        return { rows: exportedUsers, isLast };
      },
    });
  }

  /** Takes the next batch from the matches; skips those that no longer match the other filters. */
  async #next(actor: Actor, filters: UserFilters, matchIds: number[], limit: number): Promise<AccountBatch> {
    const visible = visibleAccounts(actor);
    while (matchIds.length > 0) {
      const ids = matchIds.slice(0, limit);
      const otherFilters = { ...filters, q: undefined };
      const { rows } = await this.queries.after(actor.portalId, visible, otherFilters, { id: 0, limit, ids });
      matchIds.splice(0, ids.indexOf(rows.at(-1)?.id ?? ids.at(-1)!) + 1);
      if (rows.length > 0) return { rows, isLast: matchIds.length === 0 };
    }
    return { rows: [], isLast: true };
  }

  /**
   * Replaces the ids of managers by addresses, because `users import` reads those, and ids mean other people elsewhere.
   */
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
