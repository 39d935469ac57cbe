import { sql, type Transaction } from '@app/database';
import { accountColumns, accountTables, type AccountRow } from '@app/identity';
import type { UserRow } from './user-row.js';

/** Ids of the open accounts in a portal, by e-mail address in lower case. */
export async function accountsByEmail(
  tx: Transaction,
  portalId: number,
  emails: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx.many<{ email: string; id: number }>(sql`
    select p.email_key as email, a.id from identity.persons p
      join identity.accounts a on a.person_id = p.id and a.portal_id = ${portalId} and a.closed_time is null
     where p.email_key = any(${emails.map((email) => email.toLowerCase())}::text[])`);
  return new Map(rows.map((row) => [row.email, row.id]));
}

type OpenAccount = Pick<AccountRow, 'roles' | 'status' | 'custom_fields'>;

/** Roles, status and custom fields of the open accounts in a portal, by e-mail address in lower case. */
export async function findOpenAccounts(
  tx: Transaction,
  portalId: number,
  emails: readonly string[],
): Promise<Map<string, OpenAccount>> {
  const rows = await tx.many<{ email: string } & OpenAccount>(sql`
    select p.email_key as email, a.roles, a.status, a.custom_fields from identity.persons p
      join identity.accounts a on a.person_id = p.id and a.portal_id = ${portalId} and a.closed_time is null
     where p.email_key = any(${emails.map((email) => email.toLowerCase())}::text[])`);
  return new Map(rows.map((row) => [row.email, row]));
}

/** Creates missing people and accounts, and updates the others from the table. */
export async function upsertUsers(
  tx: Transaction,
  portalId: number,
  rows: readonly UserRow[],
): Promise<{ created: AccountRow[]; updated: AccountRow[] }> {
  const givenRows = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
    email text, first_name text, last_name text, roles text[], locale text, custom_fields jsonb)`;
  await tx.run(sql`
    insert into identity.persons (email, first_name, last_name, locale)
    select r.email, r.first_name, r.last_name, coalesce(r.locale, 'en') from ${givenRows} order by lower(r.email)
    on conflict on constraint persons_email_key do nothing`);
  const createdRows = await tx.many<{ id: number }>(sql`
    insert into identity.accounts (portal_id, person_id, first_name, last_name, roles, locale, custom_fields)
    select ${portalId}::int, p.id, r.first_name, r.last_name,
           case when r.roles = '{}' then '{Learner}' else r.roles end, coalesce(r.locale, 'en'), r.custom_fields
      from ${givenRows} join identity.persons p on p.email_key = lower(r.email)
    on conflict (portal_id, person_id) where closed_time is null do nothing
    returning id`);
  const created = createdRows.map(({ id }) => id);
  const changed = await tx.many<{ id: number }>(sql`
    update identity.accounts a set
      first_name = r.first_name, last_name = r.last_name, locale = coalesce(r.locale, a.locale),
      custom_fields = a.custom_fields || r.custom_fields,
      updated_time = clock_timestamp(), updated_xid = pg_current_xact_id()
      from ${givenRows} join identity.persons p on p.email_key = lower(r.email)
     where a.portal_id = ${portalId} and a.person_id = p.id and a.closed_time is null and a.id <> all(${created}::int[])
       and (a.first_name, a.last_name, a.locale, a.custom_fields)
           is distinct from (r.first_name, r.last_name, coalesce(r.locale, a.locale), a.custom_fields || r.custom_fields)
    returning a.id`);
  return {
    created: await listAccountRows(tx, portalId, created),
    updated: await listAccountRows(
      tx,
      portalId,
      changed.map(({ id }) => id),
    ),
  };
}

async function listAccountRows(
  tx: Transaction,
  portalId: number,
  ids: readonly number[],
): Promise<AccountRow[]> {
  if (ids.length === 0) return [];
  return tx.many<AccountRow>(sql`
    select ${accountColumns} from ${accountTables}
     where a.portal_id = ${portalId} and a.id = any(${ids}::int[]) order by a.id`);
}
