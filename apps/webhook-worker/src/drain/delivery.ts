import type { AttemptedDelivery } from '../outcomes/index.js';

/** A delivery as it is read to be sent. */
export interface Delivery extends AttemptedDelivery {
  attempts: number;
  tries: number;
  round_tries: number;
  type: string;
  fired_at: Date;
  event_id: string;
  data: string;
}

/** Redeliveries neither wait for other events of their object nor let these wait. */
export const isRedelivery = (delivery: Pick<Delivery, 'redeliveries'>): boolean => delivery.redeliveries > 0;
