import type { Lane } from '@app/events';
import type { MailboxQueries } from './mailbox.queries.js';

/** Nest injection token of the {@link LaneMailboxes}. */
export const LANE_MAILBOXES = Symbol('LaneMailboxes');

/** Each lane has Postgres connections of its own, so that the slow one cannot take the other's. */
export type LaneMailboxes = Record<Lane, MailboxQueries>;
