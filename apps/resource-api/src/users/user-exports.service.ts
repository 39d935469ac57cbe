import { Injectable, type StreamableFile } from '@nestjs/common';
import type { Actor } from '@app/access';
import { Database } from '@app/database';
import { customFieldsOf, presentUser } from '@app/identity';
import { Exports } from '../exports/index.js';
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

  /** @throws TooManyRequests */
  async export(actor: Actor, { format, ...filters }: ExportUsersQuery): Promise<StreamableFile> {
    const visible = visibleAccounts(actor);
    const fields = await customFieldsOf(this.database, actor.portalId);
    return this.exports.send(actor, {
      name: 'users',
      format,
      columns: userColumns(fields),
      read: async (id, limit) => {
        const rows = await this.queries.after(actor.portalId, visible, filters, { id, limit });
        return rows.map((row) => ({ id: row.id, row: presentUser(row, { closed: true }) }));
      },
    });
  }
}
