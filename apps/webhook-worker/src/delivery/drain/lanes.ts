import type { Lane } from '@app/events';
import type { MailboxQueries } from './mailbox.queries.js';

/** Nest injection token of the {@link LaneMailboxes}. */
export const LANE_MAILBOXES = Symbol('LaneMailboxes');

/** Each lane has its own Postgres connections, so that the slow one cannot use up the other's. */
export type LaneMailboxes = Record<Lane, MailboxQueries>;
