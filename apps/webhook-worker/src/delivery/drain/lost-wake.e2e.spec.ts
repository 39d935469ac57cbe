import { sql } from '@app/database';
import { WebhookHints } from '@app/events';
import { useDelivery } from '../../../test/delivery-harness.js';
import { answering } from '../../../test/receiver.js';
import { MailboxQueries } from './mailbox.queries.js';

/** Holds back the answer of a statement once it has run, until the function that `open` returns is called. */
function gateAfter(method: 'lease' | 'release') {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  let reached = (): void => undefined;
  const ran = new Promise<void>((resolve) => (reached = resolve));
  const original = MailboxQueries.prototype[method] as (...args: unknown[]) => Promise<unknown>;
  jest.spyOn(MailboxQueries.prototype, method).mockImplementationOnce(async function (
    this: MailboxQueries,
    ...args: unknown[]
  ) {
    const result = await original.apply(this, args);
    reached();
    await opened;
    return result as never;
  });
  return { ran, open };
}

describe('a queued event', () => {
  const stack = useDelivery();
  let hints: WebhookHints;
  beforeAll(async () => {
    // only the wake-up may find the event
    await stack.startWorker({ overdueEveryMs: 600_000 });
    hints = new WebhookHints(stack.config);
  });
  afterAll(() => hints.onModuleDestroy());
  afterEach(() => jest.restoreAllMocks());

  const queued = (id: number, count: number) =>
    stack.deliveriesOnce(id, (deliveries) => deliveries.length === count);

  it('arrives without the overdue check when queued while its mailbox is being released', async () => {
    const { id, portalId, receiver } = await stack.webhook();
    const { ran, open } = gateAfter('release');
    await stack.fire(portalId, 1);
    await ran;
    await stack.fire(portalId, 2);
    await queued(id, 2);
    open();
    await receiver.count(2);
  });

  it('arrives without the overdue check when queued while its mailbox is being found empty', async () => {
    const { id, portalId, receiver } = await stack.webhook();
    const { ran, open } = gateAfter('lease');
    hints.wake(id);
    await ran;
    await stack.fire(portalId, 1);
    await queued(id, 1);
    open();
    await receiver.count(1);
  });

  it('arrives with the others of its day after midnight, when the mailbox was leased before', async () => {
    const { id, portalId, receiver } = await stack.webhook({ behave: () => undefined });
    await stack.fire(portalId, 1);
    await receiver.count(1); // hangs, while the slice continues
    await stack.db.many(sql`
      insert into learning.outbox (created_on, shard, portal_id, type, object_type, object_id, data)
      values ((now() at time zone 'utc')::date - 1, 3, ${portalId}, 'user.update', 'user', 2, '{"yesterday":true}')`);
    receiver.behave = answering(200);
    const received = await receiver.count(2);
    expect(received[1]!.event.data).toEqual({ yesterday: true });
    await queued(id, 2);
  });
});
