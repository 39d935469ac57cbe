import { indexDocuments } from '@app/catalogue';
import { sql, type Reader, type Transaction } from '@app/database';

export const findPortalId = async (reader: Reader, host: string): Promise<number | undefined> =>
  (await reader.one<{ id: number }>(sql`select id from identity.portals where name = ${host}`))?.id;

/**
 * Removes everything that a team has created in its portal. For sandboxes only: this destroys history.
 * @param until when the last of the current tokens expires; revocations are kept until then
 */
export async function emptyPortal(
  tx: Transaction,
  portalId: number,
  clientId: string,
  until: Date,
): Promise<void> {
  await tx.one(
    sql`select auth.revoke_rights('portal', ${String(portalId)}, true, 'sandbox reset', ${until})`,
  );
  await removeEnrollments(tx, portalId);
  await tx.run(sql`
    delete from learning.collection_items
     where collection_id in (select id from learning.collections where portal_id = ${portalId})`);
  const retired = await tx.many<{ id: number }>(sql`
    update learning.learning_objects set retired_time = now(), updated_time = now()
     where portal_id = ${portalId} and retired_time is null and external_id is null returning id`);
  await indexDocuments(
    tx,
    retired.map(({ id }) => id),
  );
  // so that the import also restores objects that a team has changed
  await tx.run(sql`update learning.learning_objects set import_digest = null where portal_id = ${portalId}`);
  await removePeople(tx, portalId);
  await removeOtherClients(tx, portalId, clientId);
  await tx.run(sql`update identity.portals set configuration = '{}' where id = ${portalId}`);
  await tx.run(
    sql`delete from maintenance.idempotency_keys where split_part(scope, ' ', 2) = ${String(portalId)}`,
  );
  // last, because the relay waits for their mailboxes
  await removeWebhooks(tx, portalId);
}

/** Also subtracts them from popularity, including that of content visible to other portals. */
async function removeEnrollments(tx: Transaction, portalId: number): Promise<void> {
  await tx.run(sql`
    with removed_enrollments as (
      delete from learning.enrollments where portal_id = ${portalId} returning lo_id, archived_time
    )
    insert into learning.popularity_changes (lo_id, change)
    select lo_id, -count(*)::int from removed_enrollments where archived_time is null group by lo_id`);
  for (const table of ['enrollment_hours', 'enrollment_hour_changes'])
    await tx.run(sql`delete from ${sql.raw(`learning.${table}`)} where portal_id = ${portalId}`);
}

async function removeWebhooks(tx: Transaction, portalId: number): Promise<void> {
  for (const table of ['webhook_attempts', 'webhook_deliveries', 'webhook_hours']) {
    await tx.run(sql`
      delete from ${sql.raw(`learning.${table}`)}
       where webhook_id in (select id from learning.webhooks where portal_id = ${portalId})`);
  }
  await tx.run(sql`delete from learning.webhooks where portal_id = ${portalId}`);
}

/** Removes accounts, and people without an account in another portal. */
async function removePeople(tx: Transaction, portalId: number): Promise<void> {
  for (const table of ['auth.consents', 'auth.one_time_tokens', 'identity.term_consents']) {
    await tx.run(sql`delete from ${sql.raw(table)} where portal_id = ${portalId}`);
  }
  const removedPersons = await tx.many<{ id: number }>(sql`
    delete from identity.accounts where portal_id = ${portalId} and person_id is not null
    returning person_id as id`);
  const persons = await tx.many<{ id: number }>(sql`
    select id from identity.persons p where id = any(${removedPersons.map(({ id }) => id)}::bigint[])
       and not exists (select 1 from identity.accounts a where a.person_id = p.id)`);
  const ids = persons.map(({ id }) => id);
  for (const table of [
    'auth.sessions',
    'auth.password_links',
    'auth.second_factors',
    'auth.recovery_codes',
    'auth.passwords',
    'identity.mails',
  ]) {
    await tx.run(sql`delete from ${sql.raw(table)} where person_id = any(${ids}::bigint[])`);
  }
  await tx.run(sql`delete from identity.persons where id = any(${ids}::bigint[])`);
}

async function removeOtherClients(tx: Transaction, portalId: number, clientId: string): Promise<void> {
  await tx.run(sql`delete from auth.clients where portal_id = ${portalId} and client_id <> ${clientId}`);
  await tx.run(sql`
    delete from identity.accounts where portal_id = ${portalId} and client_id is not null and client_id <> ${clientId}`);
}
