import { sql, type Transaction } from '@app/database';
import type { Traceparent } from '@app/tracing';
import type { DomainEvent, NarrowEvent } from './domain-event.js';
import { chooseShard } from './shards.js';

/**
 * @param data JSON text, stored byte by byte: receivers verify its signature
 * @param trace the trace that continues with the event
 */
export async function insertEvent(
  tx: Transaction,
  event: DomainEvent,
  data: string,
  trace: Traceparent | undefined,
): Promise<void> {
  const audience = Array.isArray(event.audience) ? event.audience : null;
  await tx.run(sql`
    insert into learning.outbox (shard, portal_id, type, object_type, object_id, data, wide, audience,
                                 trace_context)
    values (${chooseShard(event.objectType, event.objectId)}, ${event.portalId}, ${event.type}, ${event.objectType},
            ${event.objectId}, ${data}, ${event.audience !== undefined}, ${audience}::int[],
            ${trace ?? null})`);
}

/** Inserts many events in one statement, in their order; otherwise as {@link insertEvent} does. @param data of each event */
export async function insertEvents(
  tx: Transaction,
  events: readonly NarrowEvent[],
  data: readonly string[],
  trace: Traceparent | undefined,
): Promise<void> {
  await tx.run(sql`
    insert into learning.outbox (shard, portal_id, type, object_type, object_id, data, trace_context)
    select e.shard, e.portal_id, e.type, e.object_type, e.object_id, e.data, ${trace ?? null}::text
      from unnest(${events.map(({ objectType, objectId }) => chooseShard(objectType, objectId))}::smallint[],
                  ${events.map(({ portalId }) => portalId)}::int[], ${events.map(({ type }) => type)}::text[],
                  ${events.map(({ objectType }) => objectType)}::text[],
                  ${events.map(({ objectId }) => objectId)}::bigint[],
                  ${data}::text[])
           with ordinality as e(shard, portal_id, type, object_type, object_id, data, place)
     order by e.place`);
}
