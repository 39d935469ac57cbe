import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Lane } from '@app/events';
import { CLOCK, LOGGER, SETTINGS, type Clock, type Logger } from '@app/kernel';
import { observe } from '@app/metrics';
import { OutcomeWriter } from '../outcomes/index.js';
import type { Settings } from '../../config.js';
import { DeliveryDatabases } from './delivery-databases.js';
import { DisablingService } from './disabling.service.js';
import { DrainSlice } from './drain-slice.js';
import { SendingLimits } from './limits.js';
import { MailboxQueries } from './mailbox.queries.js';
import { ReadAhead } from './read-ahead.js';
import { Sender } from './sender.js';
import type { SliceDependencies } from './slice.js';

/** Starts slices of mailboxes; all slices in a process share the same limits. */
@Injectable()
export class Slices implements OnModuleDestroy {
  readonly #shared: Omit<SliceDependencies, 'mailboxes'>;
  readonly #lanes: Record<Lane, MailboxQueries>;
  readonly #forget = observe('webhook_events_read_bytes', () => this.#shared.ahead.bytes);

  constructor(
    outcomes: OutcomeWriter,
    sender: Sender,
    disabling: DisablingService,
    { fast, slow }: DeliveryDatabases,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) logger: Logger,
    @Inject(SETTINGS) settings: Settings,
  ) {
    this.#lanes = { fast: new MailboxQueries(fast), slow: new MailboxQueries(slow) };
    this.#shared = {
      outcomes,
      sender,
      disabling,
      clock,
      logger,
      limits: new SendingLimits(settings.WEBHOOK_HOST_CONCURRENCY, settings.WEBHOOK_PORTAL_RATE),
      ahead: new ReadAhead(settings.MAX_EVENTS_BYTES),
    };
  }

  onModuleDestroy(): void {
    this.#forget();
  }

  /** {@link DrainSlice.begin} */
  begin(webhookId: number, lane: Lane): Promise<DrainSlice | undefined> {
    return DrainSlice.begin({ ...this.#shared, mailboxes: this.#lanes[lane] }, webhookId);
  }
}
