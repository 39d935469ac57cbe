import type { PastOrPresent } from '@app/contracts';
import { sql, type Statement } from '@app/database';
import { isInState, toAsciiAddress } from '@app/identity';
import type { UserFilters } from './users.schema.js';
import type { VisibleAccounts } from './users.policy.js';

/** The accounts that an actor may see, as a condition on `identity.accounts a`. */
export function isVisible(portalId: number, visible: VisibleAccounts): Statement {
  switch (visible.kind) {
    case 'all':
      return sql`true`;
    case 'only':
      return sql`a.id = ${visible.id}::int`;
    case 'managed':
      return sql`(a.id = ${visible.managerId}::int or exists (
        select 1 from identity.account_managers m
         where m.portal_id = ${portalId}::int and m.manager_id = ${visible.managerId}::int and m.account_id = a.id))`;
  }
}

/**
 * The same condition for a list: the few people whom a manager manages are looked up by id instead of checking all
 * accounts.
 */
const isListed = (portalId: number, visible: VisibleAccounts): Statement =>
  visible.kind === 'managed'
    ? sql`a.id = any(array(
        select m.account_id from identity.account_managers m
         where m.portal_id = ${portalId} and m.manager_id = ${visible.managerId} union all select ${visible.managerId}::int))`
    : isVisible(portalId, visible);

/**
 * Whether an address begins with this text, in any case (contract 4.30). The condition is a range, which an index of
 * `text_pattern_ops` answers in any plan. LIKE uses the index only if the plan is made for the literal text; after
 * five executions Postgres may use a generic plan instead.
 */
export const begins = (column: Statement, text: string): Statement => {
  const beginning = text.toLowerCase();
  return sql`${column} ~>=~ ${beginning} and ${column} ~<~ ${`${beginning}\u{10FFFF}`}`;
};

/**
 * A name as the catalogue search folds words: without accents and special letters. Upper case first, because some letters
 * have two lower cases (Σ).
 */
export const folded = (name: Statement): Statement => sql`learning.plain(upper(${name} collate "pg_c_utf8"))`;

const nameBegins = (name: Statement, text: string): Statement => {
  const beginning = folded(sql`${text}::text`);
  return sql`(${folded(name)} >= ${beginning} and ${folded(name)} < (${beginning} || ${'\u{10FFFF}'})
              and ${beginning} <> '')`;
};

/** Open accounts, closed ones, or both. */
export const isInTime = (closed: PastOrPresent, alias: 'a' | 'f' = 'a'): Statement => {
  const time = sql.raw(`${alias}.closed_time`);
  return { false: sql`${time} is null`, true: sql`${time} is not null`, all: sql`true` }[closed];
};

/** A search text as the beginning of an address, in which a `+` may have arrived as a blank. */
export const toAddressBeginning = (q: string): string => toAsciiAddress(q.trim().replaceAll(' ', '+'));

/**
 * Up to this many people of a portal are compared one by one, and up to this many addresses of all portals are read.
 */
export const MAX_ADDRESSES_READ_SINGLY = 20_000;

/** Where addresses are looked up: among the people of the portal, or first among those of all portals. */
export type AddressSource = 'portal' | 'allPortals';

/**
 * Ids of the portal's open accounts with such an address. `offset 0` is an optimization fence: without it Postgres would
 * read whole tables. Sorted ids are read in one pass through an index, unlike the rows of a join.
 */
const withAddress: Record<AddressSource, (portalId: number, beginning: string) => Statement> = {
  portal: (portalId, beginning) => sql`
        select f.id from identity.accounts f
         where f.portal_id = ${portalId} and f.closed_time is null and f.person_id = any(array(
          select h.id from (
            select p.id, p.email_key from identity.persons p where p.id = any(array(
              select o.person_id from identity.accounts o
               where o.portal_id = ${portalId} and o.closed_time is null and o.person_id is not null)) offset 0) h
           where ${begins(sql`h.email_key`, beginning)}))`,
  allPortals: (portalId, beginning) => sql`
        select f.id from (select p.id from identity.persons p where ${begins(sql`p.email_key`, beginning)} offset 0) h
         cross join lateral (
          select f.id from identity.accounts f where f.person_id = h.id and f.portal_id = ${portalId} and f.closed_time is null offset 0) f`,
};

/** Ids of the portal's closed accounts that satisfy this; they are found by the address that they keep. */
const closedWith = (portalId: number, isAddress: Statement): Statement => sql`
        select f.id from identity.accounts f
         where f.portal_id = ${portalId} and f.closed_email is not null and ${isAddress}`;

/** Whether this is the account's address; open and closed accounts have different indexes. */
function hasAddress(portalId: number, email: string, closed: PastOrPresent): Statement {
  const person = sql`(select id from identity.persons where email_key = lower(${email}))`;
  const open = sql`
        select f.id from identity.accounts f
         where f.portal_id = ${portalId} and f.closed_time is null and f.person_id = ${person}`;
  const before = closedWith(portalId, sql`lower(f.closed_email) = lower(${email})`);
  return {
    false: sql`a.person_id = ${person}`,
    true: sql`a.id = any(array(${before}))`,
    all: sql`a.id = any(array(${open} union all ${before}))`,
  }[closed];
}

/**
 * Accounts whose name or address begins with the text. Names are found by two indexes, which contain only open
 * accounts.
 */
function isFound(
  portalId: number,
  { q, closed }: { q: string; closed: PastOrPresent },
  addresses: AddressSource,
): Statement {
  const beginning = q.trim();
  const [first = '', ...rest] = beginning.split(/[^\p{L}\p{M}\p{N}]+/u);
  const wholeName = sql`${nameBegins(sql`f.first_name`, first)}
           and ${nameBegins(sql`f.first_name || ' ' || f.last_name`, beginning)}`;
  const names = [
    nameBegins(sql`f.first_name`, beginning),
    nameBegins(sql`f.last_name`, beginning),
    ...(rest.length === 0 ? [] : [wholeName]),
  ];
  const address = toAddressBeginning(q);
  const open = withAddress[addresses](portalId, address);
  const before = closedWith(portalId, begins(sql`lower(f.closed_email)`, address));
  const addressMatch = { false: open, true: before, all: sql`${open} union all ${before}` }[closed];
  return sql`a.id = any(array(
        select f.id from identity.accounts f
         where f.portal_id = ${portalId} and f.person_id is not null and ${isInTime(closed, 'f')}
           and (${sql.join(names, ' or ')})
        union all
        ${addressMatch}))`;
}

/** The time of the last sign-in; that of people who never signed in is before all others. */
export const lastLogin = sql`coalesce(a.last_login_time, '-infinity')`;

const isLoginBefore = (seconds: number): Statement => {
  const time = new Date(seconds * 1000);
  return sql`${lastLogin} < ${time} and (a.last_login_time is not null or a.created_time < ${time})`;
};

/** The condition of a list on `identity.accounts a`. */
export function matches(
  portalId: number,
  visible: VisibleAccounts,
  query: UserFilters,
  addresses: AddressSource,
): Statement {
  return sql.and([
    sql`a.portal_id = ${portalId} and a.person_id is not null and ${isInTime(query.closed)}`,
    isListed(portalId, visible),
    ...(query.first_name ? [nameBegins(sql`a.first_name`, query.first_name)] : []),
    ...(query.last_name ? [nameBegins(sql`a.last_name`, query.last_name)] : []),
    ...(query.email ? [hasAddress(portalId, query.email, query.closed)] : []),
    ...(query.q ? [isFound(portalId, { q: query.q, closed: query.closed }, addresses)] : []),
    ...(query.custom_fields
      ? [sql`a.custom_fields <> '{}' and a.custom_fields @> ${query.custom_fields}::jsonb`]
      : []),
    // blocked accounts have their own index
    ...(query.status === undefined ? [] : [query.status ? sql`a.status` : sql`not a.status`]),
    ...(query.state?.length
      ? [
          sql`(${sql.join(
            query.state.map((state) => isInState[state]),
            ' or ',
          )})`,
        ]
      : []),
    ...(query.last_login_before === undefined ? [] : [isLoginBefore(query.last_login_before)]),
    ...(query.updated === undefined ? [] : [sql`a.updated_time >= ${new Date(query.updated * 1000)}`]),
    ...(query.roles?.length ? [sql`a.roles && ${query.roles}::text[]`] : []),
    // roles other than Learner have their own index
    ...(query.roles?.length && !query.roles.includes('Learner') ? [sql`a.roles <> '{Learner}'`] : []),
  ]);
}
