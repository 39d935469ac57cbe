import { lockNumber, sql, type Reader, type Statement, type Transaction } from '@app/database';
import { isAccepted, isEffectiveAdministrator, countsAsAdministrator } from './acceptance.queries.js';
import {
  erased,
  userFieldNames,
  initially,
  patchedUserColumns,
  postedColumns,
  shownColumns,
  type AccountChange,
  type AccountRow,
  type ComputedUserField,
  type NewAccountFields,
} from './user.fields.js';
import type { User } from './user.schema.js';

const list = (names: readonly string[], prefix = '') =>
  sql.raw(names.map((name) => prefix + name).join(', '));

/**
 * The address of an account `a` that its portal sees, for a person with this address: a closed account keeps its former
 * one.
 * @param email the person's; null for an application's account
 */
export const shownEmail = (email: Statement): Statement =>
  sql`case when a.closed_time is null then ${email} else coalesce(a.closed_email, ${email}) end`;

/** Whether an account `a` is in this state. */
export const isInState: Record<User['state'], Statement> = {
  invited: sql`(a.status and a.accepted_at is null and a.person_id is not null)`,
  active: sql`(a.status and (a.accepted_at is not null or a.person_id is null))`,
  blocked: sql`(not a.status)`,
};

/** The computed columns of an account `a` and its person `p`. */
const computed: Record<ComputedUserField, Statement> = {
  email: sql`coalesce(${shownEmail(sql`p.email`)}, a.client_id || '@clients.invalid')`,
  managers: sql`
    array(select m.manager_id from identity.account_managers m
           where m.portal_id = a.portal_id and m.account_id = a.id order by m.manager_id)`,
  state: sql`
    case when ${isInState.blocked} then 'blocked' when ${isInState.invited} then 'invited' else 'active' end`,
  is_accepted: isAccepted,
  counts_as_administrator: countsAsAdministrator,
};

/** Columns of an {@link AccountRow}, from `identity.accounts a left join identity.persons p`. */
export const accountColumns = sql.join(
  userFieldNames.map((name) =>
    name in computed
      ? sql`${computed[name as ComputedUserField]} as ${sql.raw(name)}`
      : sql`a.${sql.raw(name)}`,
  ),
);

/** Columns of a {@link NamedAccount}, from {@link accountTables}. */
export const namedAccountColumns = sql`
  a.id, ${computed.email} as email, a.first_name, a.last_name, a.closed_time`;

/** The public columns of `identity.accounts a`. */
export const shownAccountColumns = sql`${list(shownColumns, 'a.')}`;

/** The values that erasing a person assigns to the columns of their accounts. */
export const erasedAccountColumns = sql`${sql.raw(erased.map(([name, becomes]) => `${name} = ${becomes}`).join(', '))}`;

export const accountTables = sql`identity.accounts a left join identity.persons p on p.id = a.person_id`;

/** The open account with this id in this portal, including service accounts. */
export const findAccount = (reader: Reader, portalId: number, id: number): Promise<AccountRow | undefined> =>
  reader.one<AccountRow>(sql`
    select ${accountColumns} from ${accountTables}
     where a.portal_id = ${portalId}::int and a.id = ${id}::int and a.closed_time is null`);

/** The id of the person's open account in this portal. */
export const findAccountId = (
  reader: Reader,
  portalId: number,
  personId: number,
): Promise<number | undefined> =>
  reader.value<number>(sql`
    select id from identity.accounts
     where portal_id = ${portalId} and person_id = ${personId} and closed_time is null`);

/**
 * Gives an account that is not accepted to another person. @returns false when it is accepted, or the person has an
 * account in this portal
 */
export const correctAddress = async (
  tx: Transaction,
  portalId: number,
  id: number,
  personId: number,
): Promise<boolean> =>
  (await tx.value<boolean>(sql`
    select identity.correct_address(${portalId}, ${id}, ${personId}) as corrected`)) ?? false;

export interface NewAccount {
  portalId: number;
  personId: number;
  /** Whether the portal is created for this person, who then represents it even before accepting. */
  isFirstAdministrator?: boolean;
  /** When the invitation expires unless accepted; absent: never. */
  invitationExpiresAt?: Date;
  /** The account that requested it; absent: the operator. */
  offered?: InvitedBy;
}

/** The requester of an account. */
export interface InvitedBy {
  /** An account in the same portal, possibly an application's. */
  accountId: number | null;
  clientId: string | null;
}

/** The value of a column of a new account. */
const initial = (name: keyof NewAccountFields, fields: NewAccountFields): Statement => {
  const value = fields[name] ?? initially[name];
  return name === 'custom_fields' ? sql`jsonb_strip_nulls(${value}::jsonb)` : sql`${value}`;
};

/**
 * Creates a person's account in a portal: held while the person is a placeholder, otherwise an offer to them (see
 * {@link acceptAccount}).
 * @returns its id, or undefined when the person already has an open one there
 */
export async function createAccount(
  tx: Transaction,
  account: NewAccount,
  fields: NewAccountFields,
): Promise<number | undefined> {
  return tx.value<number>(sql`
    insert into identity.accounts (portal_id, person_id, ${list(postedColumns)},
                                   is_first_administrator, invitation_expires_at, offered_by, offered_through)
    values (${account.portalId}, ${account.personId},
            ${sql.join(postedColumns.map((name) => initial(name, fields)))}, ${account.isFirstAdministrator ?? false},
            ${account.invitationExpiresAt ?? null}, ${account.offered?.accountId ?? null}, ${account.offered?.clientId ?? null})
    on conflict (portal_id, person_id) where closed_time is null do nothing
    returning id`);
}

/** The value of a column of `identity.accounts o` after the change. */
const changed = (name: keyof AccountChange, change: AccountChange): Statement =>
  name === 'custom_fields'
    ? sql`jsonb_strip_nulls(o.custom_fields || ${change.custom_fields ?? {}})`
    : sql`coalesce(${change[name] ?? null}, o.${sql.raw(name)})`;

/**
 * Writes the change to an account whose row is locked, if it makes a difference.
 * @param isMore whether anything else in the answer differs, such as the managers
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
      ${sql.raw(patchedUserColumns.map((name) => `${name} = n.${name}`).join(', '))},
      updated_time = clock_timestamp(), updated_xid = pg_current_xact_id()
    from (select o.portal_id, o.id, ${sql.join(patchedUserColumns.map((name) => sql`${changed(name, change)} as ${sql.raw(name)}`))}
            from identity.accounts o where o.portal_id = ${portalId} and o.id = ${id}) n
    where a.portal_id = n.portal_id and a.id = n.id
      and (${isMore} or (${list(patchedUserColumns, 'a.')}) is distinct from (${list(patchedUserColumns, 'n.')}))`);
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
 * Locks the portal against other changes of managers until the transaction ends, because two concurrent changes could
 * create a cycle. Call it before locking an account's row.
 */
export const lockManagers = (tx: Transaction, portalId: number): Promise<unknown> =>
  tx.one(sql`select pg_advisory_xact_lock(${lockNumber.managers}, ${portalId})`);

/**
 * Replaces the managers of an account; see {@link lockManagers} and {@link managesAny}.
 * @returns the ids among them that are not open accounts of people in this portal; if there are any, nothing was
 *   changed
 */
export async function replaceManagers(
  tx: Transaction,
  portalId: number,
  accountId: number,
  managers: readonly number[],
): Promise<number[]> {
  const managerIds = [...new Set(managers)];
  const knownManagers = await tx.many<{ id: number }>(sql`
    select id from identity.accounts
     where portal_id = ${portalId} and id = any(${managerIds}::int[]) and closed_time is null and person_id is not null`);
  const unknown = managerIds.filter((id) => !knownManagers.some((account) => account.id === id));
  if (unknown.length > 0) return unknown;
  await tx.run(sql`
    delete from identity.account_managers
     where portal_id = ${portalId} and account_id = ${accountId} and manager_id <> all(${managerIds}::int[])`);
  await tx.run(sql`
    insert into identity.account_managers (portal_id, account_id, manager_id)
    select ${portalId}::int, ${accountId}::int, unnest(${managerIds}::int[]) on conflict do nothing`);
  return [];
}

/** Whether `accountId` manages any of `managers`, directly or through others. */
export async function managesAny(
  reader: Reader,
  portalId: number,
  accountId: number,
  managers: readonly number[],
): Promise<boolean> {
  return (
    (await reader.value<boolean>(sql`
    with recursive above(id) as (
      select unnest(${managers}::int[])
      union
      select m.manager_id from above join identity.account_managers m
        on m.portal_id = ${portalId} and m.account_id = above.id
    )
    select exists (select 1 from above where id = ${accountId}) as found`)) ?? false
  );
}

/** Whether the portal has another active administrator; service accounts do not count. */
export async function hasOtherAdministrator(
  tx: Transaction,
  portalId: number,
  exceptId: number,
): Promise<boolean> {
  return (
    (await tx.value<boolean>(sql`
    select exists (
      select 1 from identity.accounts a
       where a.portal_id = ${portalId} and a.id <> ${exceptId} and ${isEffectiveAdministrator}) as found`)) ??
    false
  );
}

/** Locks the portal against other changes of its administrators until the transaction ends. */
export const lockAdministrators = (tx: Transaction, portalId: number): Promise<unknown> =>
  tx.one(sql`select pg_advisory_xact_lock(${lockNumber.administrators}, ${portalId})`);

/** Closes an account and removes it from all manager relations; the accounts that it managed count as changed. */
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
