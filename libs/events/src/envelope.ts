import { hash } from 'node:crypto';
import { eventTime } from '@app/contracts';

export interface EnvelopeParts {
  /** As the receiver sees it: {@link publicEventId}. */
  id: string;
  type: string;
  firedAt: Date;
  portalId: number;
  /** Absent in test deliveries. */
  sequence?: number;
  /** JSON text of the object. */
  data: string;
}

/**
 * Id of an event as seen by one portal's receivers. It differs by portal, because one receiver may serve many
 * portals and skips ids that it has already seen.
 */
export function publicEventId(eventId: string, portalId: number): string {
  return `evt_${hash('sha256', `${eventId}.${portalId}`).slice(0, 32)}`;
}

/** The body of a delivery: the same bytes for every attempt. Source: contract 5.2. */
export function envelope({ id, type, firedAt, portalId, sequence, data }: EnvelopeParts): string {
  const head = JSON.stringify({
    id,
    type,
    fired_at: eventTime(firedAt),
    portal_id: portalId,
    ...(sequence !== undefined && { sequence }),
  });
  // The data is inserted as text: only parsing it could change it.
  return `${head.slice(0, -1)},"data":${data}}`;
}
