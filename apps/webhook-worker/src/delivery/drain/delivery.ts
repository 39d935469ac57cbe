import type { AttemptedDelivery } from '../outcomes/index.js';

/** A delivery, as read for sending. */
export interface DeliveryJob extends AttemptedDelivery {
  attempts: number;
  tries: number;
  round_tries: number;
  type: string;
  fired_at: Date;
  event_id: string;
  data: string;
  /** The trace of the change; null if there is none. */
  trace_context: string | null;
  /** The portal of the change. */
  origin_portal_id: number;
}

/** Redeliveries neither wait for other events of their object nor let these wait. */
export const isRedelivery = (delivery: Pick<DeliveryJob, 'redeliveries'>): boolean =>
  delivery.redeliveries > 0;
