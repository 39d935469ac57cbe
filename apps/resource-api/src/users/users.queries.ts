import { Injectable } from '@nestjs/common';
import { changePosition, sortedPosition, type PastOrPresent } from '@app/contracts';
import {
  Database,
  SortOrder,
  stableUntil,
  sql,
  type Reader,
  type SortKey,
  type Statement,
  type Transaction,
} from '@app/database';
import {
  accountColumns,
  accountTables,
  countUsers,
  namedAccountColumns,
  type AccountRow,
  type NamedAccount,
} from '@app/identity';
import { limits } from '@app/limits';
import {
  begins,
  folded,
  lastLogin,
  MAX_ADDRESSES_READ_SINGLY,
  isInTime,
  isVisible,
  matches,
  toAddressBeginning,
  type AddressSource,
} from './user-filters.queries.js';
import type { ListUsersQuery, UserFilters, UserSort } from './users.schema.js';
import type { VisibleAccounts } from './users.policy.js';

const MAX_ADDRESS_BYTES = 254;

const firstName = folded(sql`a.first_name`);
const lastName = folded(sql`a.last_name`);
const text = (value: Statement): SortKey => ({ value, type: 'text' });
/** The beginning of the other name, for people with the same one: an entry of an index must not become too long. */
const beginning = (name: Statement): SortKey => text(sql`left(${name}, 40)`);

const sortKeys: Record<UserSort, SortKey[]> = {
  created_time: [{ value: sql`a.created_time`, type: 'timestamptz' }],
  last_login_time: [{ value: lastLogin, type: 'timestamptz' }],
  last_name: [text(lastName), beginning(firstName)],
  first_name: [text(firstName), beginning(lastName)],
};

export type UsersListQuery = Omit<ListUsersQuery, 'custom_fields'> & UserFilters;

type ListedAccount = AccountRow & { sort_values?: string[] };

export interface AccountBatch {
  rows: AccountRow[];
  /** Whether no accounts follow. */
  isLast: boolean;
}

@Injectable()
export class UsersQueries {
  constructor(private readonly database: Database) {}

  /**
   * One page and the total: newest first, or in the order of `sort` with one row more; skipped rows are not joined.
   */
  async page(
    portalId: number,
    visible: VisibleAccounts,
    query: UsersListQuery,
  ): Promise<{ total: number; rows: ListedAccount[] }> {
    const reader = this.database.heavy;
    const addresses = await this.#chooseAddresses(reader, portalId, query);
    const { key, direction } = query.sort ?? { key: 'created_time', direction: 'desc' };
    const order = new SortOrder(sortKeys[key], sql`a.id`, direction);
    const position = sortedPosition(query.cursor);
    const matching = sql`
      select a.portal_id, a.id, ${order.columns} from identity.accounts a
       where ${matches(portalId, visible, query, addresses)}`;
    const joinedPage = (source: Statement) => sql`
      (select * from ${source} m where ${order.after(position)}
        order by ${order.by} limit ${query.limit + (query.sort ? 1 : 0)} offset ${query.offset}) page
      join (${accountTables}) on a.portal_id = page.portal_id and a.id = page.id`;
    const columns = query.sort ? sql`${accountColumns}, ${order.values}` : accountColumns;
    const isNamed = [query.first_name, query.last_name, query.q].some((name) => name !== undefined);
    if (isNamed) {
      // collected once, to be counted and sorted, because Postgres only estimates their number and might read all
      // accounts to find a page
      const rows = await reader.many<ListedAccount & { match_total: number }>(sql`
        with named as materialized (${matching})
        select whole.count as match_total, ${columns}
          from (select count(*) from named) whole left join (${joinedPage(sql`named`)}) on true
         order by ${order.by}`);
      // after the last page there is no account, but the total is still returned
      const isAccount = ({ id }: { id: number | null }) => id !== null;
      return { total: rows[0]?.match_total ?? 0, rows: rows.filter(isAccount) };
    }
    const total = position?.total ?? (await this.#count(reader, portalId, visible, query, addresses));
    if ((query.limit === 0 && !query.sort) || query.offset >= total) return { total, rows: [] };
    const rows = await reader.many<ListedAccount>(sql`
      select ${columns} from ${joinedPage(sql`(${matching})`)} order by ${order.by}`);
    return { total, rows };
  }

  /**
   * A page by key, oldest change first. Contains only rows that no later commit can precede: a row that changes in the
   * meantime is returned again later, and none is missed. Source: contract 1.12.
   */
  async changes(
    portalId: number,
    visible: VisibleAccounts,
    query: UsersListQuery,
  ): Promise<{ total: number; rows: AccountRow[] }> {
    const after = changePosition(query.cursor);
    const addresses = await this.#chooseAddresses(this.database.heavy, portalId, query);
    const where = matches(portalId, visible, query, addresses);
    const afterCursor = after ? sql`(a.updated_time, a.id) > (${after.time}, ${after.id})` : sql`true`;
    const stableTime = await stableUntil(this.database.heavy);
    const [total, rows] = await Promise.all([
      after?.total ?? this.#count(this.database.heavy, portalId, visible, query, addresses),
      this.database.heavy.many<AccountRow>(sql`
        select ${accountColumns} from ${accountTables}
         where ${where} and ${afterCursor} and a.updated_time < ${stableTime}
         order by a.updated_time, a.id limit ${query.limit + 1}`),
    ]);
    return { total, rows };
  }

  /**
   * Scans portals with up to 20,000 users, so timing reveals nothing about others. Larger ones use the global address
   * index, unless over 20,000 addresses match.
   */
  async #chooseAddresses(reader: Reader, portalId: number, { q }: UserFilters): Promise<AddressSource> {
    if (!q || (await countUsers(reader, portalId)) <= MAX_ADDRESSES_READ_SINGLY) return 'portal';
    const row = await reader.one<{ are_many: boolean }>(sql`
      select exists (select 1 from identity.persons where ${begins(sql`email_key`, toAddressBeginning(q))}
                     offset ${MAX_ADDRESSES_READ_SINGLY}) as are_many`);
    return row?.are_many ? 'portal' : 'allPortals';
  }

  async #count(
    reader: Reader,
    portalId: number,
    visible: VisibleAccounts,
    query: UsersListQuery,
    addresses: AddressSource,
  ): Promise<number> {
    const { first_name, last_name, email, q, updated, closed, roles, status, custom_fields } = query;
    const { state, last_login_before } = query;
    const others = [first_name, last_name, email, q, updated, custom_fields, state, last_login_before];
    const areCounted = closed === 'false' && others.every((value) => value === undefined);
    if (visible.kind === 'all' && areCounted) {
      return countUsers(reader, portalId, { roles, status });
    }
    return (
      (await reader.value<number>(
        sql`select count(*) from identity.accounts a where ${matches(portalId, visible, query, addresses)}`,
      )) ?? 0
    );
  }

  /** The account, if the actor may see it; an application's can be read by id, but never appears in a list. */
  find(
    reader: Reader,
    portalId: number,
    visible: VisibleAccounts,
    id: number,
    closed: PastOrPresent = 'false',
  ): Promise<AccountRow | undefined> {
    return reader.one<AccountRow>(sql`
      select ${accountColumns} from ${accountTables}
       where a.portal_id = ${portalId}::int and a.id = ${id}::int and ${isInTime(closed)}
         and ${isVisible(portalId, visible)}`);
  }

  /**
   * The next matching accounts in the order of their ids: at least one, and no more than fit into an answer that lists
   * managers by their addresses. May read from a standby: this is for exports, which only administrators can request.
   * @param options.ids reads only these accounts, instead of those after `options.id`
   */
  async after(
    portalId: number,
    visible: VisibleAccounts,
    query: UserFilters,
    { id, limit, ids }: { id: number; limit: number; ids?: readonly number[] },
  ): Promise<AccountBatch> {
    const addresses = await this.#chooseAddresses(this.database.replica, portalId, query);
    const idCondition = ids ? sql`a.id = any(${[...ids]}::int[])` : sql`a.id > ${id}`;
    const rows = await this.database.replica.many<AccountRow & { looked_at: number }>(sql`
      select ${accountColumns}, page.looked_at
        from (select next.*, count(*) over () as looked_at, sum(next.bytes) over (order by next.id rows between unbounded preceding and 1 preceding) as before
                from (select a.portal_id, a.id, octet_length(a.custom_fields::text) + ${MAX_ADDRESS_BYTES}::int
                             * (select count(*) from identity.account_managers m
                                 where m.portal_id = a.portal_id and m.account_id = a.id) as bytes
                        from identity.accounts a
                       where ${matches(portalId, visible, query, addresses)} and ${idCondition}
                       order by a.id limit ${limit}) next) page
        join (${accountTables}) on a.portal_id = page.portal_id and a.id = page.id
       where coalesce(page.before, 0) <= ${limits.page_bytes.most}::bigint
       order by a.id`);
    return { rows, isLast: rows.length < limit && rows.length === (rows[0]?.looked_at ?? 0) };
  }

  /** All matching ids, in order, for an export; may read from a standby. */
  async listIds(portalId: number, visible: VisibleAccounts, query: UserFilters): Promise<number[]> {
    const addresses = await this.#chooseAddresses(this.database.replica, portalId, query);
    return (
      (await this.database.replica.value<number[]>(sql`
      select array(select a.id from identity.accounts a
                    where ${matches(portalId, visible, query, addresses)} order by a.id) as ids`)) ?? []
    );
  }

  /** The names of these accounts of the portal by id, closed ones included. */
  async byIds(
    portalId: number,
    ids: readonly number[],
    reader: Reader = this.database.heavy,
  ): Promise<Map<number, NamedAccount>> {
    const rows = await reader.many<NamedAccount>(sql`
      select ${namedAccountColumns} from ${accountTables}
       where a.portal_id = ${portalId} and a.id = any(${[...ids]}::int[])`);
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** Like {@link find}, but also keeps the account from being closed until the transaction ends. */
  async lockOpen(
    tx: Transaction,
    portalId: number,
    visible: VisibleAccounts,
    id: number,
  ): Promise<AccountRow | undefined> {
    const lockedRow = await tx.one(sql`
      select 1 from identity.accounts
       where portal_id = ${portalId} and id = ${id} and closed_time is null for key share`);
    return lockedRow ? this.find(tx, portalId, visible, id) : undefined;
  }
}
