import { Database, sql } from '@app/database';
import { DeliveryState, deliveryStateSql } from '@app/webhooks';
import { destinationColumns, type Destination } from '../drain/index.js';
import type { DeliveryAnswer } from '../http/index.js';

export type TestDelivery = Destination & {
  id: number;
  created_on: string;
  attempts: number;
  event_id: string;
  fired_at: Date;
  data: string;
  /** Postgres's clock. */
  now: Date;
};

/** Claims some waiting ones, for longer than an attempt can last. */
export function claimTestDeliveries(database: Database, limit: number): Promise<TestDelivery[]> {
  return database.many<TestDelivery>(sql`
    update learning.webhook_test_deliveries t set claimed_until = now() + interval '30 seconds'
      from learning.webhooks w
     where w.id = t.webhook_id and t.id in (
       select id from learning.webhook_test_deliveries
        where state = ${deliveryStateSql.waiting} and (claimed_until is null or claimed_until < now())
        order by id limit ${limit} for update skip locked)
    returning t.id, t.created_on, t.attempts, t.event_id, t.fired_at, t.data, clock_timestamp() as now,
              ${destinationColumns}`);
}

export async function saveTestDelivery(
  database: Database,
  test: TestDelivery,
  answer: DeliveryAnswer,
  delivered: boolean,
): Promise<void> {
  await database.many(sql`
    with attempted as (
      insert into learning.webhook_attempts
        (created_on, webhook_id, seq, number, time, duration_ms, status, error, error_reason, response)
      values (${test.created_on}, ${test.webhook_id}, ${test.id}, ${test.attempts + 1}, now(), ${answer.durationMs},
              ${answer.status}, ${answer.error}, ${answer.errorReason}, ${answer.response})
      on conflict do nothing)
    update learning.webhook_test_deliveries
       set state = ${delivered ? DeliveryState.delivered : DeliveryState.failed}, attempts = attempts + 1,
           delivered_time = case when ${delivered} then now() end, claimed_until = null
     where id = ${test.id}`);
}
