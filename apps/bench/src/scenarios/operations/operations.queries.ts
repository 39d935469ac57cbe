import { sql, type Database } from '@app/database';
import { deliveryErrors, noDeliveryCounts, statusClasses } from '@app/webhooks';

/** Enrollments, deliveries and entries of the audit log: more than a page, and several batches of an export. */
const ROWS = 5_000;
const HOURS = 31 * 24 + 1;

/** Adds rows of all other listable kinds to a portal that has a thousand people and its webhooks. */
export async function fillPortal(database: Database, portalId: number): Promise<void> {
  const { buckets } = noDeliveryCounts();
  await database.write(async (tx) => {
    await tx.run(sql`
      update identity.portals set plan = plan - 'licensed_user_count' where id = ${portalId}`);
    await tx.run(sql`
      insert into learning.enrollments (portal_id, account_id, lo_id, lo_title)
      select ${portalId}::int, a.id, lo.id, lo.title from identity.accounts a,
             (select id, title from learning.learning_objects where retired_time is null order by id limit 5) lo
       where a.portal_id = ${portalId} and a.accepted_at is not null limit ${ROWS}::int`);
    await tx.run(sql`
      insert into learning.enrollment_hours (portal_id, hour, created, completed)
      select ${portalId}::int, date_trunc('hour', now()) - n * interval '1 hour', 12, 7
        from generate_series(1, ${HOURS}::int) n`);
    await tx.run(sql`
      insert into learning.webhook_hours (webhook_id, portal_id, hour, delivered, failed, attempts, classes, errors, buckets)
      select id, ${portalId}::int, date_trunc('hour', now()) - n * interval '1 hour', 120, 3, 130,
             ${statusClasses.map(() => 26)}::int[], ${deliveryErrors.map(() => 1)}::int[], ${buckets.map((_, index) => index)}::int[]
        from learning.webhooks, generate_series(1, ${HOURS}::int) n where portal_id = ${portalId}`);
    await tx.run(sql`
      insert into learning.webhook_deliveries (created_on, webhook_id, seq, outbox_id, type, object_key, fired_at, state, tries)
      select current_date, id, n, n, 'user.update', 'user:' || n, now(), 1, 10
        from learning.webhooks, generate_series(1, ${ROWS}::int) n where portal_id = ${portalId}`);
    await tx.run(sql`
      insert into learning.webhook_attempts (created_on, webhook_id, seq, number, time, duration_ms, status, response)
      select d.created_on, d.webhook_id, d.seq, n, now(), 12, 500, repeat('x', 200)
        from learning.webhook_deliveries d
        join learning.webhooks w on w.id = d.webhook_id and w.portal_id = ${portalId}, generate_series(1, 10) n`);
    await tx.run(sql`
      insert into auth.audit_log (day, time, event, portal_id, account_id, client_id, ip, user_agent, details)
      select current_date, now() - n * interval '1 second', 'user.updated', ${portalId}::int, 1000000 + n % 1000, 'acme-app', '192.0.2.1',
             repeat('x', 100), '{"user_id": 1, "fields": ["first_name", "last_name"]}'
        from generate_series(1, ${ROWS}::int) n`);
  });
  await database.many(
    sql`vacuum analyze learning.enrollments, learning.webhook_hours, learning.webhook_deliveries, learning.webhook_attempts, auth.audit_log`.unprepared(),
  );
}
