import { Injectable } from '@nestjs/common';
import { testEventType } from '@app/contracts';
import { isSuccess, Sender } from '../drain/index.js';
import { TestDeliveriesQueries, type TestDelivery } from './test-deliveries.queries.js';

const AT_ONCE = 20;

/** Sends test deliveries, once each: they have no sequence and say nothing about the webhook's health. */
@Injectable()
export class TestDeliveries {
  private running: Promise<void> | undefined;

  constructor(
    private readonly queries: TestDeliveriesQueries,
    private readonly sender: Sender,
  ) {}

  /** Claims and sends some; the sweep comes back for the rest. */
  async sendWaiting(): Promise<void> {
    const claimed = await this.queries.claim(AT_ONCE);
    const work = Promise.allSettled(claimed.map((test) => this.send(test))).then(() => undefined);
    this.running = Promise.all([this.running, work]).then(() => undefined);
  }

  async settled(): Promise<void> {
    await this.running;
  }

  private async send(test: TestDelivery): Promise<void> {
    const answer = await this.sender.send(test, { ...test, type: testEventType }, { at: test.now });
    await this.queries.save(test, answer, isSuccess(answer));
  }
}
