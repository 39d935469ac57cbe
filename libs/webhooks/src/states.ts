/** The states of a mailbox by the words of the API, in the order of their numbers in Postgres. */
export const mailboxStates = ['open', 'parked', 'disabled', 'paused'] as const;
/** `state` of a mailbox in Postgres. Those below `disabled` are sent to. */
export const MailboxState = numbered(mailboxStates);

/** The states of a delivery by the words of the API, in the order of their numbers in Postgres. */
export const deliveryStates = ['waiting', 'delivered', 'failed', 'dropped'] as const;
/** `state` of a delivery, and of a test delivery, in Postgres. */
export const DeliveryState = numbered(deliveryStates);

/** So many failures in a row park a webhook. */
export const PARK_AFTER_FAILURES = 5;

/** Why nothing could be sent, for no fault of the receiver: as attempts and parked mailboxes say it. */
export const unreadable = { payload: 'payload_unreadable', secret: 'secret_unreadable' } as const;

function numbered<Name extends string>(names: readonly Name[]): Readonly<Record<Name, number>> {
  return Object.fromEntries(names.map((name, number) => [name, number])) as Record<Name, number>;
}
