import { sql } from '@app/database';

/** The states of a mailbox, as named in the API, in the order of their numbers in Postgres. */
export const mailboxStates = ['open', 'parked', 'disabled', 'paused'] as const;
/** `state` of a mailbox in Postgres. Deliveries are sent only in states below `disabled`. */
export const MailboxState = numbered(mailboxStates);
/** The same as literals in statements; see {@link literals}. */
export const mailboxStateSql = literals(MailboxState);

/** The states of a delivery, as named in the API, in the order of their numbers in Postgres. */
export const deliveryStates = ['waiting', 'delivered', 'failed', 'dropped'] as const;
export type DeliveryStateName = (typeof deliveryStates)[number];
/** `state` of a delivery, and of a test delivery, in Postgres. */
export const DeliveryState = numbered(deliveryStates);
/** The same as literals in statements; see {@link literals}. */
export const deliveryStateSql = literals(DeliveryState);

export const PARK_AFTER_FAILURES = 5;

/**
 * Why nothing could be sent, although the receiver is not the cause; public with attempts and parked mailboxes
 * (decision webhooks 16).
 */
export const unreadable = { payload: 'payload_unreadable', secret: 'secret_unreadable' } as const;

function numbered<Name extends string>(names: readonly Name[]): Readonly<Record<Name, number>> {
  return Object.fromEntries(names.map((name, number) => [name, number])) as Record<Name, number>;
}

/**
 * Postgres reads a partial index only if it sees the condition of the index when it plans. It plans a prepared
 * statement without its values.
 */
function literals<Name extends string>(
  states: Readonly<Record<Name, number>>,
): Readonly<Record<Name, ReturnType<typeof sql.raw>>> {
  const entries = Object.entries<number>(states).map(([name, number]) => [name, sql.raw(String(number))]);
  return Object.fromEntries(entries) as Record<Name, ReturnType<typeof sql.raw>>;
}
