import { Inject, Injectable } from '@nestjs/common';
import { WebhookHints, type Lane } from '@app/events';
import { MailboxState } from '@app/webhooks';
import { SETTINGS } from '@app/kernel';
import type { WorkerSettings } from '../../timing.js';
import { RunningSlices } from './running-slices.js';

export interface WakeableMailbox {
  webhook_id: number;
  state: number;
  p95_ms: number;
}

/** Wakes mailboxes: a slice that runs here directly, another worker's through Redis. */
@Injectable()
export class MailboxHints {
  constructor(
    private readonly hints: WebhookHints,
    private readonly running: RunningSlices,
    @Inject(SETTINGS) private readonly settings: WorkerSettings,
  ) {}

  wake(mailboxes: readonly WakeableMailbox[]): void {
    for (const mailbox of mailboxes) {
      if (!this.running.wake(mailbox.webhook_id))
        this.hints.wake(mailbox.webhook_id, this.chooseLane(mailbox));
    }
  }

  /** Endpoints that hang or answer slowly have their own queue, slots and connections. */
  chooseLane({ state, p95_ms }: Pick<WakeableMailbox, 'state' | 'p95_ms'>): Lane {
    return state === MailboxState.parked || p95_ms > this.settings.timing.slowMs ? 'slow' : 'fast';
  }
}
