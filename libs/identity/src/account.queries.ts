import { lockNumber, sql, type Reader, type Statement, type Transaction } from '@app/database';
import type { Role } from '@app/contracts';
import { isAccepted, isStandingAdministrator, standsForPortal } from './acceptance.queries.js';

/** An account with the person or application behind it. */
export interface AccountRow {
  id: number;
  portal_id: number;
  person_id: number | null;
  client_id: string | null;
  email: string;
  first_name: string;
  last_name: string;
  roles: Role[];
  status: boolean;
  locale: string;
  profile_picture: string | null;
  custom_fields: Record<string, unknown>;
  managers: number[];
  created_time: Date;
  updated_time: Date;
  last_login_time: Date | null;
  closed_time: Date | null;
  is_accepted: boolean;
  /** Whether this account stands for its portal, see {@link standsForPortal}. */
  stands: boolean;
}

/**
 * The address that a portal sees of an account `a` of a person with this one: a closed one keeps what it had.
 * @param email the person's; null for an application's account
 */
export const shownEmail = (email: Statement): Statement =>
  sql`case when a.closed_time is null then ${email} else coalesce(a.closed_email, ${email}) end`;

/** Columns of an {@link AccountRow}, from `identity.accounts a left join identity.persons p`. */
export const accountColumns = sql`
  a.id, a.portal_id, a.person_id, a.client_id,
  coalesce(${shownEmail(sql`p.email`)}, a.client_id || '@clients.invalid') as email,
  a.first_name, a.last_name, a.profile_picture, a.roles, a.status, a.locale,
  a.created_time, a.updated_time, a.last_login_time,
  array(select m.manager_id from identity.account_managers m
         where m.portal_id = a.portal_id and m.account_id = a.id order by m.manager_id) as managers,
  a.custom_fields, a.closed_time, ${isAccepted} as is_accepted, ${standsForPortal} as stands`;

export const accountTables = sql`identity.accounts a left join identity.persons p on p.id = a.person_id`;

/** The open account with this id in this portal, including service accounts. */
export const findAccount = (reader: Reader, portalId: number, id: number): Promise<AccountRow | undefined> =>
  reader.one<AccountRow>(sql`
    select ${accountColumns} from ${accountTables}
     where a.portal_id = ${portalId}::int and a.id = ${id}::int and a.closed_time is null`);

export interface NewAccount {
  portalId: number;
  personId: number;
  firstName: string;
  lastName: string;
  roles: readonly Role[];
  locale?: string;
  customFields?: Record<string, unknown>;
  /** Whether the portal is created for this person, who then stands for it even before accepting. */
  isFirstAdministrator?: boolean;
  /** When the invitation expires unless accepted; absent: never. */
  lapsesAt?: Date;
  /** Who requested it; absent: the operator. */
  offered?: Offerer;
}

/** The requester of an account. */
export interface Offerer {
  /** An account in the same portal, possibly an application's. */
  accountId: number | null;
  clientId: string | null;
}

/**
 * Creates a person's account in a portal: held while the person is a placeholder, otherwise an offer to them (see
 * {@link acceptAccount}).
 * @returns its id, or undefined when the person already has an open one there
 */
export async function createAccount(tx: Transaction, account: NewAccount): Promise<number | undefined> {
  const row = await tx.one<{ id: number }>(sql`
    insert into identity.accounts (portal_id, person_id, first_name, last_name, roles, locale, custom_fields,
                                   is_first_administrator, lapses_at, offered_by, offered_through)
    values (${account.portalId}, ${account.personId}, ${account.firstName}, ${account.lastName}, ${account.roles},
            ${account.locale ?? 'en'}, jsonb_strip_nulls(${account.customFields ?? {}}::jsonb), ${account.isFirstAdministrator ?? false},
            ${account.lapsesAt ?? null}, ${account.offered?.accountId ?? null}, ${account.offered?.clientId ?? null})
    on conflict (portal_id, person_id) where closed_time is null do nothing
    returning id`);
  return row?.id;
}

/** The columns that a PATCH writes; undefined keeps the value. */
export interface AccountChange {
  status?: boolean | undefined;
  roles?: readonly string[] | undefined;
  first_name?: string | undefined;
  last_name?: string | undefined;
  locale?: string | undefined;
  custom_fields?: Record<string, unknown> | undefined;
}

/**
 * Writes the change to an account whose row is locked, if it makes a difference.
 * @param isMore whether anything else shown with the account differs, such as its managers
 * @returns whether there is a difference
 */
export async function saveAccount(
  tx: Transaction,
  portalId: number,
  id: number,
  change: AccountChange,
  isMore: boolean,
): Promise<boolean> {
  const written = await tx.run(sql`
    update identity.accounts a set
      first_name = n.first_name, last_name = n.last_name, roles = n.roles, status = n.status, locale = n.locale,
      custom_fields = n.custom_fields, updated_time = clock_timestamp(), updated_xid = pg_current_xact_id()
    from (select o.portal_id, o.id,
                 coalesce(${change.first_name ?? null}, o.first_name) as first_name,
                 coalesce(${change.last_name ?? null}, o.last_name) as last_name,
                 coalesce(${change.roles ?? null}, o.roles) as roles,
                 coalesce(${change.status ?? null}, o.status) as status,
                 coalesce(${change.locale ?? null}, o.locale) as locale,
                 jsonb_strip_nulls(o.custom_fields || ${change.custom_fields ?? {}}) as custom_fields
            from identity.accounts o where o.portal_id = ${portalId} and o.id = ${id}) n
    where a.portal_id = n.portal_id and a.id = n.id
      and (${isMore} or (a.first_name, a.last_name, a.roles, a.status, a.locale, a.custom_fields)
        is distinct from (n.first_name, n.last_name, n.roles, n.status, n.locale, n.custom_fields))`);
  return written > 0;
}

/** Like {@link findAccount}, with the row locked until the transaction ends. */
export async function lockAccount(
  tx: Transaction,
  portalId: number,
  id: number,
): Promise<AccountRow | undefined> {
  const locked = await tx.one(sql`
    select 1 from identity.accounts where portal_id = ${portalId} and id = ${id} and closed_time is null for update`);
  return locked ? findAccount(tx, portalId, id) : undefined;
}

/**
 * Locks the portal against other changes of managers until the transaction ends, because two changes that do not
 * see each other could create a cycle. Call it before locking an account's row.
 */
export const lockManagers = (tx: Transaction, portalId: number): Promise<unknown> =>
  tx.one(sql`select pg_advisory_xact_lock(${lockNumber.managers}, ${portalId})`);

/**
 * Replaces the managers of an account; see {@link lockManagers} and {@link managesAnyOf}.
 * @returns the ids among them that are not open accounts of people in this portal; if there are any, nothing was
 *   changed
 */
export async function replaceManagers(
  tx: Transaction,
  portalId: number,
  accountId: number,
  managers: readonly number[],
): Promise<number[]> {
  const wanted = [...new Set(managers)];
  const known = await tx.many<{ id: number }>(sql`
    select id from identity.accounts
     where portal_id = ${portalId} and id = any(${wanted}::int[]) and closed_time is null and person_id is not null`);
  const unknown = wanted.filter((id) => !known.some((account) => account.id === id));
  if (unknown.length > 0) return unknown;
  await tx.run(sql`
    delete from identity.account_managers
     where portal_id = ${portalId} and account_id = ${accountId} and manager_id <> all(${wanted}::int[])`);
  await tx.run(sql`
    insert into identity.account_managers (portal_id, account_id, manager_id)
    select ${portalId}::int, ${accountId}::int, unnest(${wanted}::int[]) on conflict do nothing`);
  return [];
}

/** Whether `accountId` manages any of `managers`, directly or through others. */
export async function managesAnyOf(
  reader: Reader,
  portalId: number,
  accountId: number,
  managers: readonly number[],
): Promise<boolean> {
  const row = await reader.one<{ found: boolean }>(sql`
    with recursive above(id) as (
      select unnest(${managers}::int[])
      union
      select m.manager_id from above join identity.account_managers m
        on m.portal_id = ${portalId} and m.account_id = above.id
    )
    select exists (select 1 from above where id = ${accountId}) as found`);
  return row?.found ?? false;
}

/** Other active administrators who stand for the portal; service accounts do not count. */
export async function hasOtherAdministrator(
  tx: Transaction,
  portalId: number,
  exceptId: number,
): Promise<boolean> {
  const row = await tx.one<{ found: boolean }>(sql`
    select exists (
      select 1 from identity.accounts a
       where a.portal_id = ${portalId} and a.id <> ${exceptId} and ${isStandingAdministrator}) as found`);
  return row?.found ?? false;
}

/** Locks the portal against other changes of its administrators until the transaction ends. */
export const lockAdministrators = (tx: Transaction, portalId: number): Promise<unknown> =>
  tx.one(sql`select pg_advisory_xact_lock(${lockNumber.administrators}, ${portalId})`);

/** Closes an account and removes it from all manager relations; whom it managed counts as changed. */
export async function closeAccount(tx: Transaction, portalId: number, id: number): Promise<void> {
  await tx.run(sql`
    update identity.accounts
       set status = false, closed_time = clock_timestamp(), updated_time = clock_timestamp(),
           updated_xid = pg_current_xact_id()
     where portal_id = ${portalId} and id = ${id}`);
  await tx.run(sql`
    with ended as (
      delete from identity.account_managers
       where portal_id = ${portalId} and (account_id = ${id} or manager_id = ${id})
      returning account_id)
    update identity.accounts set updated_time = clock_timestamp(), updated_xid = pg_current_xact_id()
     where portal_id = ${portalId} and id in (select account_id from ended) and id <> ${id}`);
}
