import { sql, type Database, type Transaction } from '@app/database';
import { Sealer } from '@app/kernel';
import { webhookSecretContext } from '@app/contracts';

/** The objects whose changes are told of; as the owner of the schema. */
export async function prepare(owner: Database, objects: number): Promise<void> {
  await owner.many(
    sql`create table learning.chaos_objects (id int primary key, n int not null default 0)`.unprepared(),
  );
  await owner.many(sql`insert into learning.chaos_objects (id) select generate_series(1, ${objects}::int)`);
  await owner.many(sql`grant select, update on learning.chaos_objects to lp_api`.unprepared());
}

/** Locks the object. @returns how many events of it are committed */
export async function lockObject(tx: Transaction, objectId: number): Promise<number> {
  const row = await tx.one<{ n: number }>(
    sql`select n from learning.chaos_objects where id = ${objectId} for update`,
  );
  return row?.n ?? 0;
}

export async function countEvent(tx: Transaction, objectId: number, n: number): Promise<void> {
  await tx.run(sql`update learning.chaos_objects set n = ${n} where id = ${objectId}`);
}

export async function makePortal(owner: Database, name: string): Promise<number> {
  const row = await owner.one<{ id: number }>(
    sql`insert into identity.portals (name, title) values (${name}, ${name}) returning id`,
  );
  return row!.id;
}

export async function makeWebhook(
  owner: Database,
  sealer: Sealer,
  webhook: { portalId: number; url: string; events: readonly string[] },
): Promise<number> {
  const row = await owner.one<{ id: number }>(sql`
    insert into learning.webhooks (portal_id, url, events)
    values (${webhook.portalId}, ${webhook.url}, ${webhook.events}::text[]) returning id`);
  const { id } = row!;
  await owner.many(sql`
    update learning.webhooks set secret = ${sealer.seal('a secret of chaos', webhookSecretContext(id))} where id = ${id}`);
  await owner.many(sql`
    insert into learning.webhook_mailboxes (webhook_id, portal_id) values (${id}, ${webhook.portalId})`);
  return id;
}

/** Switches webhooks off and drops what waits for them, as the worker does with one that failed for too long. */
export async function switchOff(owner: Database, ids: number[]): Promise<void> {
  await owner.write(async (tx) => {
    await tx.run(sql`update learning.webhooks set enabled = false where id = any(${ids}::int[])`);
    await tx.run(sql`
      update learning.webhook_mailboxes set state = 2, version = version + 1, lease_token = null, lease_until = null,
             next_due = null, hold_until = null
       where webhook_id = any(${ids}::int[])`);
    await tx.run(sql`
      update learning.webhook_deliveries set state = 3 where webhook_id = any(${ids}::int[]) and state = 0`);
  });
}

export interface Book {
  webhook_id: number;
  state: number;
  last_seq: number;
  deliveries: number;
  highest: number;
  waiting: number;
}

/** What Postgres says about each webhook. */
export const readBooks = (owner: Database): Promise<Book[]> =>
  owner.many<Book>(sql`
    select m.webhook_id, m.state, m.last_seq, count(d.seq) as deliveries, coalesce(max(d.seq), 0) as highest,
           count(d.seq) filter (where d.state = 0) as waiting
      from learning.webhook_mailboxes m left join learning.webhook_deliveries d on d.webhook_id = m.webhook_id
     group by m.webhook_id order by m.webhook_id`);
