import { sql, type Transaction } from '@app/database';
import type { Traceparent } from '@app/tracing';
import type { DomainEvent } from './domain-event.js';
import { shardOf } from './shards.js';

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
    values (${shardOf(event.objectType, event.objectId)}, ${event.portalId}, ${event.type}, ${event.objectType},
            ${event.objectId}, ${data}, ${event.audience !== undefined}, ${audience}::int[],
            ${trace ?? null})`);
}
