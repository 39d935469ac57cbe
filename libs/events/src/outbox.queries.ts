import { sql, type Transaction } from '@app/database';
import type { DomainEvent } from './domain-event.js';
import { shardOf } from './shards.js';

/** @param data JSON text, kept byte by byte: it is what receivers verify. */
export async function insertEvent(tx: Transaction, event: DomainEvent, data: string): Promise<void> {
  const audience = Array.isArray(event.audience) ? event.audience : null;
  await tx.run(sql`
    insert into learning.outbox (shard, portal_id, type, object_type, object_id, data, wide, audience)
    values (${shardOf(event.objectType, event.objectId)}, ${event.portalId}, ${event.type}, ${event.objectType},
            ${event.objectId}, ${data}, ${event.audience !== undefined}, ${audience}::int[])`);
}
