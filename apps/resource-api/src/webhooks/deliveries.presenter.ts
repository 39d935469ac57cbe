import { wireTime, wireTimeOrNull } from '@app/contracts';
import { publicEventId } from '@app/events';
import { deliveryStates } from '@app/webhooks';
import type { Delivery } from './deliveries.schema.js';
import type { AttemptRow, DeliveryRow } from './deliveries.queries.js';

/** @param attempts of this and possibly other deliveries */
export function presentDelivery(
  row: DeliveryRow,
  attempts: readonly AttemptRow[],
  portalId: number,
): Delivery {
  return {
    id: row.id,
    event_id: publicEventId(row.event_id, portalId),
    type: row.type,
    sequence: row.sequence,
    state: deliveryStates[row.state] ?? 'waiting',
    tries: row.tries,
    next_try_time: wireTimeOrNull(row.next_at),
    created_time: wireTime(row.created_time),
    delivered_time: wireTimeOrNull(row.delivered_time),
    attempts: attempts
      .filter(({ seq }) => seq === row.id)
      .map(({ seq: _, time, ...attempt }) => ({ ...attempt, time: wireTime(time) })),
  };
}
