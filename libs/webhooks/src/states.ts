/** The states of a mailbox, as named in the API, in the order of their numbers in Postgres. */
export const mailboxStates = ['open', 'parked', 'disabled', 'paused'] as const;
/** `state` of a mailbox in Postgres. Deliveries are sent only in states below `disabled`. */
export const MailboxState = numbered(mailboxStates);

/** The states of a delivery, as named in the API, in the order of their numbers in Postgres. */
export const deliveryStates = ['waiting', 'delivered', 'failed', 'dropped'] as const;
/** `state` of a delivery, and of a test delivery, in Postgres. */
export const DeliveryState = numbered(deliveryStates);

/** This many failures in a row park a webhook. */
export const PARK_AFTER_FAILURES = 5;

/** Why nothing could be sent, through no fault of the receiver; shown with attempts and parked mailboxes. */
export const unreadable = { payload: 'payload_unreadable', secret: 'secret_unreadable' } as const;

function numbered<Name extends string>(names: readonly Name[]): Readonly<Record<Name, number>> {
  return Object.fromEntries(names.map((name, number) => [name, number])) as Record<Name, number>;
}
