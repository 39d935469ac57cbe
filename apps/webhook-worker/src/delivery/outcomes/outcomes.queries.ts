import { Database, sql } from '@app/database';
import { DeliveryState, deliveryStateSql } from '@app/webhooks';
import type { DeliveryOutcome } from './outcome.js';

const states = {
  delivered: DeliveryState.delivered,
  failed: DeliveryState.failed,
  waiting: DeliveryState.waiting,
};

/**
 * Stores attempts and what they mean for their deliveries, in one statement. A delivery that has since been
 * sent again on request (`redeliveries`) keeps waiting. Waits for the disk: otherwise a crash of Postgres forgets the
 * last 600 ms, and all of that is sent again.
 * @returns how many had been answered with success before
 */
export async function saveOutcomes(
  database: Database,
  outcomes: readonly DeliveryOutcome[],
): Promise<{ repeats: number }> {
  const column = <T>(value: (outcome: DeliveryOutcome) => T) => outcomes.map(value);
  const row = await database.one<{ repeats: number }>(sql`
    with given as materialized (
      select t.* from unnest(
        ${column((o) => o.delivery.created_on)}::date[], ${column((o) => o.delivery.webhook_id)}::int[],
        ${column((o) => o.delivery.seq)}::bigint[], ${column((o) => o.delivery.redeliveries)}::smallint[],
        ${column((o) => o.number)}::smallint[], ${column((o) => o.durationMs)}::int[],
        ${column((o) => o.status)}::smallint[], ${column((o) => o.error)}::text[],
        ${column((o) => o.errorReason)}::text[], ${column((o) => o.response)}::text[],
        ${column((o) => o.probe)}::boolean[],
        ${column((o) => Number(o.counts))}::smallint[], ${column((o) => states[o.result])}::smallint[],
        ${column((o) => o.nextInMs ?? null)}::float8[])
        as t(created_on, webhook_id, seq, redeliveries, number, duration_ms, status, error, error_reason, response,
             probe, counts, state, next_in_ms)),
    attempted as (
      insert into learning.webhook_attempts
        (created_on, webhook_id, seq, number, time, duration_ms, status, error, error_reason, response, probe)
      select created_on, webhook_id, seq, number, now(), duration_ms, status, error, error_reason, response, probe
        from given
      on conflict do nothing),
    changed as (
      update learning.webhook_deliveries d
         set attempts = greatest(d.attempts, g.number),
             tries = d.tries + g.counts,
             round_tries = case when d.redeliveries = g.redeliveries then d.round_tries + g.counts else d.round_tries end,
             state = case when d.redeliveries = g.redeliveries then g.state else d.state end,
             next_at = case when d.redeliveries = g.redeliveries and g.next_in_ms is not null
                            then now() + g.next_in_ms * interval '1 ms' else d.next_at end,
             delivered_time = case when g.state = ${deliveryStateSql.delivered} then now() else d.delivered_time end
        from given g
       where d.created_on = g.created_on and d.webhook_id = g.webhook_id and d.seq = g.seq
         and (d.state = ${deliveryStateSql.waiting} or g.state = ${deliveryStateSql.delivered})
      returning old.state as before, g.state as now)
    select count(*) as repeats from changed
     where before = ${deliveryStateSql.delivered} and now = ${deliveryStateSql.delivered}`);
  return { repeats: row?.repeats ?? 0 };
}

/** Releases the events that were waiting for these deliveries of their objects. */
export async function releaseFollowers(
  database: Database,
  outcomes: readonly DeliveryOutcome[],
): Promise<void> {
  await database.many(sql`
    update learning.webhook_deliveries d set next_at = now()
      from unnest(${outcomes.map((o) => o.delivery.webhook_id)}::int[],
                  ${outcomes.map((o) => o.delivery.object_key)}::text[],
                  ${outcomes.map((o) => o.delivery.seq)}::bigint[]) as before(webhook_id, object_key, seq)
     where d.webhook_id = before.webhook_id and d.object_key = before.object_key and d.seq > before.seq
       and d.state = ${deliveryStateSql.waiting} and d.redeliveries = 0 and d.tries = 0 and d.next_at > now()`);
}
