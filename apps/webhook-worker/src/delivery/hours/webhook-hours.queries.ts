import { Database, sql } from '@app/database';
import type { DeliveryCounts } from '@app/webhooks';

/** The results of one webhook's deliveries in an hour, or in a part of it. */
export interface WebhookHour extends DeliveryCounts {
  webhook_id: number;
  /** When it begins. */
  hour: Date;
}

/** Adds to the stored counts, except for deleted webhooks. */
export async function addWebhookHours(database: Database, hours: readonly WebhookHour[]): Promise<void> {
  await database.many(sql`
    insert into learning.webhook_hours as h
      (webhook_id, portal_id, hour, delivered, failed, attempts, classes, errors, buckets)
    select w.id, w.portal_id, t.hour, t.delivered, t.failed, t.attempts, t.classes, t.errors, t.buckets
      from jsonb_to_recordset(${JSON.stringify(hours)}::jsonb) as t(
             webhook_id int, hour timestamptz, delivered int, failed int, attempts int, classes int[], errors int[],
             buckets int[])
      join learning.webhooks w on w.id = t.webhook_id
     -- in one order, so that workers do not deadlock
     order by w.id, t.hour
    on conflict (webhook_id, hour) do update
       set delivered = h.delivered + excluded.delivered, failed = h.failed + excluded.failed,
           attempts = h.attempts + excluded.attempts,
           classes = learning.add_counts(h.classes, excluded.classes),
           errors = learning.add_counts(h.errors, excluded.errors),
           buckets = learning.add_counts(h.buckets, excluded.buckets)`);
}
