import type { ServerResponse } from 'node:http';
import { describeWith, ServerProcess } from '@app/testing';
import { useDelivery } from '../../../test/delivery-harness.js';
import { ReadAhead } from './read-ahead.js';

const MIB = 1024 ** 2;
/** As large as events could be stored before there was a limit. */
const EVENT_BYTES = 600_000;
const large = { note: 'x'.repeat(EVENT_BYTES) };
const WEBHOOKS = 5;

describe('large events of a portal whose receivers are slow', () => {
  const stack = useDelivery(async () => ({ MAX_EVENTS_BYTES: 8 * MIB }));
  afterEach(() => jest.restoreAllMocks());

  it('are read up to the byte limit, and all arrive in order', async () => {
    const events = 30;
    const openResponses: ServerResponse[] = [];
    const inHand: number[] = [];
    const enter = jest.spyOn(ReadAhead.prototype, 'enter');
    /** Notes the bytes in hand of all mailboxes whenever a receiver gets an event. */
    const recordMemory = () => {
      const mailboxes = new Set(enter.mock.calls.map(([mailbox]) => mailbox));
      inHand.push([...mailboxes].reduce((sum, { bytes }) => sum + bytes, 0));
    };
    const portalId = await stack.portal();
    const behave = (_received: unknown, answer: ServerResponse) =>
      void (recordMemory(), openResponses.push(answer));
    const webhooks = await Promise.all(
      Array.from({ length: WEBHOOKS }, () => stack.webhook({ portalId, behave })),
    );
    for (let number = 1; number <= events; number += 1) await stack.fire(portalId, number, large);
    await stack.startWorker();
    await stack.eventually(
      () => Promise.resolve(openResponses.length),
      (count) => count >= WEBHOOKS,
    );
    // a new event has each of them look again
    await stack.fire(portalId, events + 1, large);
    for (const { receiver } of webhooks)
      receiver.behave = (_received, answer) => (recordMemory(), answer.end());
    for (const answer of openResponses) answer.end();
    for (const { id, receiver } of webhooks) {
      await stack.delivered(id, events + 1);
      const sequences = receiver.received.map(({ event }) => event.sequence);
      expect(new Set(sequences).size).toBe(events + 1);
    }
    // a page more than is free for one portal, and one event for each mailbox that has none
    expect(Math.max(...inHand)).toBeLessThan(8 * MIB + WEBHOOKS * (EVENT_BYTES + 100));
    expect(inHand.length).toBeGreaterThan(WEBHOOKS);
  });
});

describeWith('prlimit', 'a worker with the memory of its container', () => {
  const stack = useDelivery();

  it('does not run out of memory while five receivers hang and hundreds of large events wait', async () => {
    const openResponses: ServerResponse[] = [];
    const portalId = await stack.portal();
    const behave = (_received: unknown, answer: ServerResponse) => void openResponses.push(answer);
    const webhooks = await Promise.all(
      Array.from({ length: WEBHOOKS }, () => stack.webhook({ portalId, behave })),
    );
    for (let number = 1; number <= 300; number += 1) await stack.fire(portalId, number, large);
    const { DATABASE_URL, REDIS_URL, REDIS_PREFIX, SECRETS_KEY } = stack.config;
    const env = {
      NODE_ENV: 'test',
      ...{ DATABASE_URL, REDIS_URL, REDIS_PREFIX, SECRETS_KEY },
      AUTH_PUBLIC_URL: 'https://auth.example',
      API_PUBLIC_URL: 'https://api.example',
      WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
    };
    const worker = await ServerProcess.start({ app: 'webhook-worker', env });
    try {
      const atFirst = worker.peakMemory();
      worker.limitMemory(1024 * MIB);
      await stack.eventually(
        () => Promise.resolve(openResponses.length),
        (count) => count >= 6 * WEBHOOKS,
      );
      for (const { receiver } of webhooks) receiver.behave = (_received, answer) => answer.end();
      for (const answer of openResponses.splice(0)) answer.end();
      for (const { receiver } of webhooks) await receiver.count(60);
      expect(worker.hasEnded).toBe(false);
      expect(worker.peakMemory() - atFirst).toBeLessThan(350 * MIB);
    } finally {
      await worker.stop();
    }
  });
});
