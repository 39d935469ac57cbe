import { Database } from '@app/database';
import { Inject, Injectable } from '@nestjs/common';
import { TEST_EVENT_TYPE } from '@app/contracts';
import { WebhookHints } from '@app/events';
import { LOGGER, type Logger } from '@app/kernel';
import { changeWebhook, unreadable } from '@app/webhooks';
import { logParked, UnreadablePayload } from '../../edge/parking/index.js';
import { isSuccess, Sender } from '../drain/index.js';
import type { DeliveryAnswer } from '../http/index.js';
import { type TestDelivery, claimTestDeliveries, saveTestDelivery } from './test-deliveries.queries.js';

const AT_ONCE = 20;

/** Sends test deliveries, once each: they have no sequence, and a failed one does not count against the webhook. */
@Injectable()
export class TestDeliveries {
  #running: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    private readonly sender: Sender,
    private readonly hints: WebhookHints,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Claims and sends some; `wake-overdue-mailboxes` takes care of the rest. */
  async sendWaiting(): Promise<void> {
    const claimed = await claimTestDeliveries(this.database, AT_ONCE);
    const work = Promise.allSettled(claimed.map((test) => this.#send(test))).then(() => undefined);
    this.#running = Promise.all([this.#running, work]).then(() => undefined);
  }

  async settled(): Promise<void> {
    await this.#running;
  }

  async #send(test: TestDelivery): Promise<void> {
    const answer = await this.#post(test);
    await saveTestDelivery(this.database, test, answer, isSuccess(answer));
    if (isSuccess(answer)) await this.#probe(test);
  }

  /** The receiver works: if its webhook is parked, it need not wait for the next probe. */
  async #probe({ webhook_id: id }: TestDelivery): Promise<void> {
    await changeWebhook(this.database, { id, portalId: 'any' }, () =>
      Promise.resolve({ mailbox: 'due', result: () => undefined }),
    );
    this.hints.wake(id);
  }

  /** An unreadable one is not sent, and is recorded as such. */
  async #post(test: TestDelivery): Promise<DeliveryAnswer> {
    try {
      return await this.sender.send(test, { ...test, type: TEST_EVENT_TYPE }, { time: test.now });
    } catch (error) {
      logParked(this.logger, 'test_delivery', error, { webhook_id: test.webhook_id, test: test.id });
      const reason = error instanceof UnreadablePayload ? unreadable.payload : unreadable.secret;
      return {
        durationMs: 0,
        status: null,
        error: reason,
        errorReason: null,
        response: null,
        retryAfter: null,
      };
    }
  }
}
