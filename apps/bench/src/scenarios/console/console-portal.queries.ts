import { sql, type Database } from '@app/database';

/** Of so many people, one is blocked. */
const EACH_BLOCKED = 1_000;
/** Of so many people, one is closed. */
const EACH_CLOSED = 200;

/** Whether an earlier run in the same folder has filled the portal. */
export async function isFilled(database: Database): Promise<boolean> {
  const row = await database.one(sql`select 1 from identity.accounts where portal_id = 1 and id = 1000000`);
  return row !== undefined;
}

/** Blocks and closes some of those whom `fillPortal` made: few among many are what a filter finds last. */
export async function blockAndClosePeople(database: Database): Promise<void> {
  await database.write((tx) =>
    tx.run(sql`
      update identity.accounts set status = false
       where portal_id = 1 and id >= 1000000 and id % ${EACH_BLOCKED}::int = 7`),
  );
  await database.write((tx) =>
    tx.run(sql`
      update identity.accounts set closed_time = now()
       where portal_id = 1 and id >= 1000000 and id % ${EACH_CLOSED}::int = 9`),
  );
}

/** Events that wait for a webhook, as many as a page counts and some more. */
export async function plantWaiting(database: Database, webhookId: number, count: number): Promise<void> {
  await database.write((tx) =>
    tx.run(sql`
      insert into learning.webhook_deliveries (created_on, webhook_id, seq, outbox_id, type, object_key, fired_at)
      select current_date, ${webhookId}::int, n, n, 'user.create', 'user:' || n, now()
        from generate_series(1, ${count}::int) n`),
  );
}
