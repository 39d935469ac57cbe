/** `state` of a delivery in Postgres. */
export const DeliveryState = { waiting: 0, delivered: 1, failed: 2, dropped: 3 } as const;

/** `state` of a mailbox in Postgres. */
export const MailboxState = { open: 0, parked: 1, disabled: 2, paused: 3 } as const;

/** A delivery as it is read to be sent. */
export interface Delivery {
  created_on: string;
  webhook_id: number;
  seq: number;
  attempts: number;
  tries: number;
  round_tries: number;
  redeliveries: number;
  object_key: string;
  type: string;
  fired_at: Date;
  event_id: string;
  data: string;
}

/** Redeliveries neither wait for other events of their object nor let these wait. */
export const isRedelivery = (delivery: Pick<Delivery, 'redeliveries'>): boolean => delivery.redeliveries > 0;
