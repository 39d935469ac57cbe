import { record, type OpenSpan, type SpanOptions, type Traceparent } from '@app/tracing';
import { useDeliveryWorker } from '../../../test/delivery-harness.js';

const change = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` as Traceparent;
const ours = `00-${'a'.repeat(32)}-${'c'.repeat(16)}-01` as Traceparent;

describe('the trace of a change', () => {
  const stack = useDeliveryWorker();
  const begun: { name: string; options: SpanOptions }[] = [];
  /** Whether a request is being traced. */
  let isRunning = true;
  beforeAll(() => {
    record({
      start(name, options): OpenSpan {
        begun.push({ name, options });
        const nothing = () => undefined;
        return {
          traceId: 'a'.repeat(32),
          traceparent: ours,
          set: nothing,
          fail: nothing,
          end: nothing,
          run: (work) => work(),
        };
      },
      running: () => (isRunning ? { traceId: 'a'.repeat(32), traceparent: change } : undefined),
      close: () => Promise.resolve(),
    });
  });
  afterAll(() => record(undefined));

  const deliveries = (webhookId: number) =>
    begun.filter(
      ({ name, options }) => name === 'deliver webhook' && options.attributes?.['webhook.id'] === webhookId,
    );

  it('is sent to receivers of the same portal, not to those of other portals', async () => {
    const ownWebhook = await stack.webhook();
    const other = await stack.webhook();
    await stack.fire(ownWebhook.portalId, 1);
    await stack.fire(ownWebhook.portalId, 1, {}, { audience: [other.portalId] });
    await stack.delivered(ownWebhook.id, 1);
    await stack.delivered(other.id, 1);
    expect(ownWebhook.receiver.received[0]!.headers['traceparent']).toBe(ours);
    expect(other.receiver.received[0]!.headers).not.toHaveProperty('traceparent');
    for (const { id } of [ownWebhook, other]) expect(deliveries(id)[0]!.options.parent).toBe(change);
  });

  it('is new if the change had none', async () => {
    const webhook = await stack.webhook();
    isRunning = false;
    await stack.fire(webhook.portalId, 1);
    isRunning = true;
    await stack.delivered(webhook.id, 1);
    expect(deliveries(webhook.id).map(({ options }) => options.parent)).toEqual(['root']);
  });
});
