import { Injectable } from '@nestjs/common';
import type { CursorPosition, PastOrPresent } from '@app/contracts';
import { Database, settledUntil, sql, type Reader, type Statement, type Transaction } from '@app/database';
import { accountColumns, accountTables, countUsers, type AccountRow } from '@app/identity';
import type { ListUsersQuery, UserFilters } from './users.schema.js';
import type { VisibleAccounts } from './users.policy.js';

/** What a PATCH writes; undefined leaves a column as it is. */
export interface AccountChange {
  status?: boolean | undefined;
  roles?: readonly string[] | undefined;
  first_name?: string | undefined;
  last_name?: string | undefined;
  locale?: string | undefined;
  custom_fields?: Record<string, unknown> | undefined;
}

/** The accounts an actor may see, as a condition on `identity.accounts a`. */
export function isVisible(portalId: number, visible: VisibleAccounts): Statement {
  switch (visible.kind) {
    case 'all':
      return sql`true`;
    case 'only':
      return sql`a.id = ${visible.id}`;
    case 'managed':
      return sql`(a.id = ${visible.by} or exists (
        select 1 from identity.account_managers m
         where m.portal_id = ${portalId} and m.manager_id = ${visible.by} and m.account_id = a.id))`;
  }
}

/** The same for a list: the few whom a manager manages are looked up by their ids, instead of asked of everybody. */
const isListed = (portalId: number, visible: VisibleAccounts): Statement =>
  visible.kind === 'managed'
    ? sql`a.id = any(array(
        select m.account_id from identity.account_managers m
         where m.portal_id = ${portalId} and m.manager_id = ${visible.by} union all select ${visible.by}::int))`
    : isVisible(portalId, visible);

/** A prefix for LIKE, with its wildcards taken literally. */
const prefix = (text: string): string => `${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

/** Open accounts, closed ones, or both. */
const isInTime = (closed: PastOrPresent): Statement =>
  ({ false: sql`a.closed_time is null`, true: sql`a.closed_time is not null`, all: sql`true` })[closed];

/** Those whose name or address begins with the text, each found by an index of its own. */
function isFound(portalId: number, text: string): Statement {
  const beginning = prefix(text.trim());
  const [first = '', ...rest] = text.trim().split(' ');
  const wholeName =
    rest.length === 0
      ? sql.empty
      : sql`union all
        select f.id from identity.accounts f
         where f.portal_id = ${portalId} and lower(f.first_name) like ${prefix(first)}
           and lower(f.first_name || ' ' || f.last_name) like ${beginning}`;
  return sql`a.id in (
        select f.id from identity.accounts f where f.portal_id = ${portalId} and lower(f.first_name) like ${beginning}
        union all
        select f.id from identity.accounts f where f.portal_id = ${portalId} and lower(f.last_name) like ${beginning}
        ${wholeName}
        union all
        select f.id from identity.persons p join identity.accounts f on f.person_id = p.id and f.portal_id = ${portalId}
         where p.email_key like ${beginning})`;
}

function matches(portalId: number, visible: VisibleAccounts, query: UserFilters): Statement {
  return sql.and([
    sql`a.portal_id = ${portalId} and a.person_id is not null and ${isInTime(query.closed)}`,
    isListed(portalId, visible),
    ...(query.first_name ? [sql`lower(a.first_name) like ${prefix(query.first_name)}`] : []),
    ...(query.last_name ? [sql`lower(a.last_name) like ${prefix(query.last_name)}`] : []),
    ...(query.email
      ? [sql`a.person_id = (select id from identity.persons where email_key = lower(${query.email}))`]
      : []),
    ...(query.q ? [isFound(portalId, query.q)] : []),
    ...(query.status === undefined ? [] : [sql`a.status = ${query.status}`]),
    ...(query.updated === undefined ? [] : [sql`a.updated_time >= ${new Date(query.updated * 1000)}`]),
    ...(query.roles?.length ? [sql`a.roles && ${query.roles}::text[]`] : []),
    // those who are more than learners have an index of their own
    ...(query.roles?.length && !query.roles.includes('Learner') ? [sql`a.roles <> '{Learner}'`] : []),
  ]);
}

/** Up to here matches of a name are gathered and sorted, which takes no longer than counting them did. */
const FEW_NAMED = 20_000;

@Injectable()
export class UsersQueries {
  constructor(private readonly database: Database) {}

  /** One page, newest first, and the size of the whole match; what is skipped is not joined. */
  async page(
    portalId: number,
    visible: VisibleAccounts,
    query: ListUsersQuery,
  ): Promise<{ total: number; rows: AccountRow[] }> {
    const where = matches(portalId, visible, query);
    const total = await this.#count(portalId, visible, query);
    if (query.limit === 0 || query.offset >= total) return { total, rows: [] };
    const isNamed = [query.first_name, query.last_name, query.q].some((name) => name !== undefined);
    // Postgres guesses how many bear a name, and may walk through everybody in search of a page of them
    const fence = isNamed && total <= FEW_NAMED ? sql`offset 0` : sql.empty;
    const rows = await this.database.heavy.many<AccountRow>(sql`
      select ${accountColumns} from ${accountTables}
        join (select m.portal_id, m.id
                from (select a.portal_id, a.id, a.created_time from identity.accounts a where ${where} ${fence}) m
               order by m.created_time desc, m.id desc limit ${query.limit} offset ${query.offset}) page
          on page.portal_id = a.portal_id and page.id = a.id
       order by a.created_time desc, a.id desc`);
    return { total, rows };
  }

  /**
   * A page by key, oldest change first, of rows that nothing can come before any more: one that changes meanwhile
   * comes again later, and none is missed. Source: wire contract section 1, "Beyond 10,000".
   */
  async changes(
    portalId: number,
    visible: VisibleAccounts,
    query: ListUsersQuery,
    after: CursorPosition | null,
  ): Promise<{ total: number; rows: AccountRow[] }> {
    const where = matches(portalId, visible, query);
    const beyond = after ? sql`(a.updated_time, a.id) > (${after.time}, ${after.id})` : sql`true`;
    const settled = await settledUntil(this.database.heavy);
    const [total, rows] = await Promise.all([
      after?.total ?? this.#count(portalId, visible, query),
      this.database.heavy.many<AccountRow>(sql`
        select ${accountColumns} from ${accountTables}
         where ${where} and ${beyond} and a.updated_time < ${settled}
         order by a.updated_time, a.id limit ${query.limit + 1}`),
    ]);
    return { total, rows };
  }

  async #count(portalId: number, visible: VisibleAccounts, query: ListUsersQuery): Promise<number> {
    const { first_name, last_name, email, q, updated, closed, roles, status } = query;
    const areCounted = closed === 'false' && ![first_name, last_name, email, q, updated].some((asked) => asked !== undefined); // prettier-ignore
    if (visible.kind === 'all' && areCounted) {
      return countUsers(this.database.heavy, portalId, { roles, status });
    }
    const row = await this.database.heavy.one<{ count: number }>(
      sql`select count(*) from identity.accounts a where ${matches(portalId, visible, query)}`,
    );
    return row?.count ?? 0;
  }

  /** The account, as far as it may be seen; an application's can be read by id, but never appears in a list. */
  find(
    reader: Reader,
    portalId: number,
    visible: VisibleAccounts,
    id: number,
    closed: PastOrPresent = 'false',
  ): Promise<AccountRow | undefined> {
    return reader.lookup<AccountRow>(sql`
      select ${accountColumns} from ${accountTables}
       where a.portal_id = ${portalId} and a.id = ${id} and ${isInTime(closed)}
         and ${isVisible(portalId, visible)}`);
  }

  /** All of the match beyond an id, by id. */
  after(
    portalId: number,
    visible: VisibleAccounts,
    query: UserFilters,
    { id, limit }: { id: number; limit: number },
  ): Promise<AccountRow[]> {
    return this.database.heavy.many<AccountRow>(sql`
      select ${accountColumns} from ${accountTables}
       where ${matches(portalId, visible, query)} and a.id > ${id} order by a.id limit ${limit}`);
  }

  /** These accounts of the portal by id, closed ones included. */
  async byIds(portalId: number, ids: readonly number[]): Promise<Map<number, AccountRow>> {
    const rows = await this.database.heavy.many<AccountRow>(sql`
      select ${accountColumns} from ${accountTables}
       where a.portal_id = ${portalId} and a.id = any(${[...ids]}::int[])`);
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** The same as {@link find}, with the account kept from being closed until the transaction ends. */
  async hold(
    tx: Transaction,
    portalId: number,
    visible: VisibleAccounts,
    id: number,
  ): Promise<AccountRow | undefined> {
    const held = await tx.one(sql`
      select 1 from identity.accounts
       where portal_id = ${portalId} and id = ${id} and closed_time is null for key share`);
    return held ? this.find(tx, portalId, visible, id) : undefined;
  }

  /**
   * Writes the change of an account whose row is locked, if it makes a difference.
   * @param isMore whether something else is different that is shown of the account, such as its managers
   * @returns whether there is a difference
   */
  async save(
    tx: Transaction,
    portalId: number,
    id: number,
    change: AccountChange,
    isMore: boolean,
  ): Promise<boolean> {
    const written = await tx.run(sql`
      update identity.accounts a set
        status = n.status, roles = n.roles, first_name = n.first_name, last_name = n.last_name, locale = n.locale,
        custom_fields = n.custom_fields, updated_time = clock_timestamp(), updated_xid = pg_current_xact_id()
      from (select o.portal_id, o.id,
                   coalesce(${change.status ?? null}, o.status) as status,
                   coalesce(${change.roles ?? null}, o.roles) as roles,
                   coalesce(${change.first_name ?? null}, o.first_name) as first_name,
                   coalesce(${change.last_name ?? null}, o.last_name) as last_name,
                   coalesce(${change.locale ?? null}, o.locale) as locale,
                   jsonb_strip_nulls(o.custom_fields || ${change.custom_fields ?? {}}) as custom_fields
              from identity.accounts o where o.portal_id = ${portalId} and o.id = ${id}) n
      where a.portal_id = n.portal_id and a.id = n.id
        and (${isMore} or (a.status, a.roles, a.first_name, a.last_name, a.locale, a.custom_fields)
          is distinct from (n.status, n.roles, n.first_name, n.last_name, n.locale, n.custom_fields))`);
    return written > 0;
  }
}
