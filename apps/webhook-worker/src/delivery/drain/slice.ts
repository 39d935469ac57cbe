import type { Clock, Logger } from '@app/kernel';
import type { OutcomeWriter } from '../outcomes/index.js';
import type { DisablingService } from './disabling.service.js';
import type { SendingLimits } from './limits.js';
import type { MailboxQueries } from './mailbox.queries.js';
import type { ReadAhead } from './read-ahead.js';
import type { Sender } from './sender.js';

/** A larger difference from Postgres's clock is not a measuring error. */
const CLOCK_TOLERANCE_MS = 2_000;

/** @param databaseMs milliseconds by Postgres's clock */
export const withinTolerance = (here: Date, databaseMs: number): boolean =>
  Math.abs(here.getTime() - databaseMs) <= CLOCK_TOLERANCE_MS;

export interface SliceDependencies {
  mailboxes: MailboxQueries;
  outcomes: OutcomeWriter;
  sender: Sender;
  disabling: DisablingService;
  limits: SendingLimits;
  ahead: ReadAhead;
  clock: Clock;
  logger: Logger;
}

export interface SliceResult {
  /** Milliseconds until the mailbox is due again; undefined: not until something new arrives. */
  dueInMs: number | undefined;
  isParked: boolean;
  p95Ms: number;
  /** Something new arrived while the mailbox was being released. */
  isWoken: boolean;
}
