import type { ServerResponse } from 'node:http';
import { useDelivery } from '../../../test/delivery-harness.js';
import { MailboxQueries } from './mailbox.queries.js';
import { RunningSlices } from './running-slices.js';

describe('a webhook with a hanging delivery in every slot', () => {
  const stack = useDelivery();
  afterEach(() => jest.restoreAllMocks());

  it('reads no pages when events are fired, and delivers them all once the receiver answers', async () => {
    const slots = 10;
    const openResponses: ServerResponse[] = [];
    const { id, portalId, receiver } = await stack.webhook({
      behave: (_received, answer) => openResponses.push(answer),
    });
    await stack.startWorker();
    for (let n = 1; n <= slots; n++) await stack.fire(portalId, n);
    await receiver.count(slots);

    const pages = jest.spyOn(MailboxQueries.prototype, 'page');
    const wakes = jest.spyOn(RunningSlices.prototype, 'wake');
    let fired = slots;
    const pagesForAnEvent = async () => {
      pages.mockClear();
      wakes.mockClear();
      await stack.fire(portalId, (fired += 1));
      await stack.eventually(
        () => Promise.resolve(wakes.mock.calls),
        (calls) => calls.some(([webhookId]) => webhookId === id),
      );
      await new Promise((resolve) => setImmediate(resolve));
      return pages.mock.calls.length;
    };
    await stack.eventually(pagesForAnEvent, (count) => count === 0);
    for (let n = 0; n < 5; n++) expect(await pagesForAnEvent()).toBe(0);
    expect(fired).toBeLessThan(slots + 40); // not enough to fill the hand, after which reading stops anyway

    receiver.behave = (_received, answer) => answer.end();
    for (const answer of openResponses) answer.end();
    await receiver.count(fired);
    await stack.delivered(id, fired);
  });
});
