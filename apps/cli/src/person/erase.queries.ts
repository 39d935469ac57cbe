import { sql, tableRegistry, type TableEntry, type Transaction } from '@app/database';
import { erasedAccountColumns, isAccepted, lockAdministrators, lockManagers } from '@app/identity';
import type { PersonWithAccounts } from './personal-data.queries.js';

/** Locks the accounts until the transaction ends, and prevents others from becoming administrators. */
export async function lockPerson(tx: Transaction, person: PersonWithAccounts): Promise<void> {
  for (const portalId of new Set(person.accounts.map((account) => account.portalId))) {
    await lockAdministrators(tx, portalId);
    await lockManagers(tx, portalId);
  }
  const ids = person.accounts.map((account) => account.id);
  await tx.many(sql`
    select id from identity.accounts where person_id = ${person.id} or id = any(${ids}::int[]) order by id for update`);
}

/**
 * Portals in which this person is the only active administrator who has accepted: an offer preserves no
 * data.
 */
export async function listSoleAdministrations(tx: Transaction, personId: number): Promise<string[]> {
  const rows = await tx.many<{ name: string }>(sql`
    select p.name from identity.accounts a join identity.portals p on p.id = a.portal_id
     where a.person_id = ${personId} and ${isAccepted} and a.status and a.closed_time is null
       and 'Administrator' = any(a.roles)
       and not exists (select 1 from identity.accounts o
                        where o.portal_id = a.portal_id and o.id <> a.id and o.accepted_at is not null and o.status
                          and o.closed_time is null and 'Administrator' = any(o.roles))
     order by p.name`);
  return rows.map(({ name }) => name);
}

/** Clears name, address and everything personal from person and accounts; the ids stay, for statistics. */
export async function blankPerson(tx: Transaction, { id, accounts }: PersonWithAccounts): Promise<void> {
  const ids = accounts.map((account) => account.id);
  await tx.run(sql`
    update identity.persons set email = 'erased-' || id || '@erased.invalid', first_name = 'Erased',
           last_name = 'Person', locale = 'en', verified_time = null, verified_by = null, verified_portal_id = null
     where id = ${id}`);
  await tx.run(sql`
    update identity.accounts
       set ${erasedAccountColumns}, phone = null,
           closed_time = coalesce(closed_time, clock_timestamp()), updated_time = clock_timestamp(),
           updated_xid = pg_current_xact_id()
     where person_id = ${id} or id = any(${ids}::int[])`);
  await tx.run(sql`
    update identity.accounts set closed_email = 'erased-' || id || '@erased.invalid'
     where person_id = ${id} or id = any(${ids}::int[])`);
  await blankLeftAddresses(tx, id);
  await tx.run(sql`
    delete from identity.account_managers
     where account_id = any(${ids}::int[]) or manager_id = any(${ids}::int[])`);
}

/** Clears the person's former addresses too, unless another person now uses them. */
async function blankLeftAddresses(tx: Transaction, id: number): Promise<void> {
  await tx.run(sql`
    delete from identity.mails m using identity.accounts a
     where a.left_by = ${id} and m.person_id = a.person_id and m.portal_id = a.portal_id`);
  await tx.run(sql`
    update identity.persons h
       set email = 'erased-' || h.id || '@erased.invalid', first_name = 'Erased', last_name = 'Person', locale = 'en'
     where h.verified_time is null
       and h.id in (select a.person_id from identity.accounts a where a.left_by = ${id})
       and not exists (select 1 from identity.accounts a
                        where a.person_id = h.id and a.left_by is distinct from ${id}::bigint)`);
  await tx.run(sql`update identity.accounts set left_by = null where left_by = ${id}`);
}

/** Tables whose rows go with the person or the account, sessions first: a consent that is given holds its session. */
const deleted = (subject: 'person' | 'account'): string[] =>
  Object.entries<TableEntry>(tableRegistry)
    .filter(([, { personal }]) => personal?.of === subject && personal.erase === 'delete')
    .map(([table]) => table)
    .sort((a, b) => Number(b === 'auth.sessions') - Number(a === 'auth.sessions'));

/** Revokes everything with which the person could sign in, and deletes rows that concern only this person. */
export async function removeAccess(
  tx: Transaction,
  { id, accounts }: PersonWithAccounts,
  until: Date,
): Promise<void> {
  const ids = accounts.map((account) => account.id);
  for (const account of ids) {
    await tx.one(sql`select auth.revoke_rights('account', ${String(account)}, true, 'erased', ${until})`);
  }
  for (const table of deleted('person'))
    await tx.run(sql`delete from ${sql.raw(table)} where person_id = ${id}`);
  for (const table of deleted('account'))
    await tx.run(sql`delete from ${sql.raw(table)} where account_id = any(${ids}::int[])`);
}

/** Clears the person from records: audit log, mails, events, receivers' answers. */
export async function blankRecords(
  tx: Transaction,
  { id, email, accounts }: PersonWithAccounts,
): Promise<void> {
  const ids = accounts.map((account) => account.id);
  // the only rows that remain of people merged into this one
  await tx.run(sql`
    with recursive one (id) as (
      select ${id}::bigint
      union
      select (m.details ->> 'person')::bigint from one join auth.audit_log m
          on m.person_id = one.id and m.event = 'accounts.merged')
    update auth.audit_log set ip = null, user_agent = null, details = '{}'
     where person_id in (select id from one) or account_id = any(${ids}::int[])`);
  await tx.run(sql`
    delete from identity.mails
     where person_id = ${id} or lower(recipient) = lower(${email})
        or person_id is null and next_try_time is null and lower(recipient) in (
             select lower(recipient) from identity.mails where person_id = ${id} and template = 'accounts-merged')`);
  const theirs = sql`
    (select 'user' as type, unnest(${ids}::int[]) as id
     union all select 'enrollment', id from learning.enrollments where account_id = any(${ids}::int[]))`;
  await tx.run(sql`
    update learning.outbox o set data = json_build_object('id', o.object_id)::text
      from ${theirs} t where o.object_type = t.type and o.object_id = t.id`);
  await tx.run(sql`
    update learning.webhook_attempts a set response = null, error = null, error_reason = null
      from ${theirs} t join learning.webhook_deliveries d on d.object_key = t.type || ':' || t.id
     where a.webhook_id = d.webhook_id and a.seq = d.seq and a.created_on = d.created_on`);
}
