import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { RedisSettings } from '@app/redis';
import { SETTINGS } from '@app/kernel';
import { HintQueue, type Hint } from './hint-queue.js';

/** BullMQ queues of hints that a mailbox has work: one lane for responsive receivers, one for the others. */
export const LANE_QUEUES = { fast: 'webhooks', slow: 'webhooks-slow' } as const;
export type Lane = keyof typeof LANE_QUEUES;
/** BullMQ queue of hints that test deliveries are waiting. */
export const TESTS_QUEUE = 'webhook-tests';

/** Notifies the workers, through Redis, of webhooks that have work. */
@Injectable()
export class WebhookHints implements OnModuleDestroy {
  readonly #lanes: Record<Lane, HintQueue>;
  readonly #tests: HintQueue;
  #lost: (webhookId: number, lane: Lane) => void = () => undefined;

  constructor(@Inject(SETTINGS) settings: RedisSettings) {
    const lane = (name: Lane) =>
      new HintQueue(LANE_QUEUES[name], settings, (hints) => {
        for (const hint of hints) this.#lost(getWebhookId(hint), name);
      });
    this.#lanes = { fast: lane('fast'), slow: lane('slow') };
    this.#tests = new HintQueue(TESTS_QUEUE, settings);
  }

  /** Something may be due in the webhook's mailbox. */
  wake(webhookId: number, lane: Lane = 'fast'): void {
    this.#lanes[lane].send({ key: `webhook-${webhookId}`, data: { webhookId } });
  }

  wakeTests(): void {
    this.#tests.send({ key: 'tests', data: {} });
  }

  /** Calls `listener` for hints that did not reach Redis. */
  onLost(listener: (webhookId: number, lane: Lane) => void): void {
    this.#lost = listener;
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([...Object.values(this.#lanes), this.#tests].map((queue) => queue.close()));
  }
}

const getWebhookId = (hint: Hint): number => (hint.data as { webhookId: number }).webhookId;
