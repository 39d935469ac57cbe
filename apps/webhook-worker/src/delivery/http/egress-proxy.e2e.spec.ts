import { useDelivery } from '../../../test/delivery-harness.js';
import { ForwardProxy } from '../../../test/forward-proxy.js';
import { Receiver } from '../../../test/receiver.js';

describe('WEBHOOK_EGRESS_PROXY', () => {
  let receiver: Receiver;
  let proxy: ForwardProxy;
  const stack = useDelivery(async () => {
    receiver = await Receiver.start();
    proxy = await ForwardProxy.start({ 'partner.example': receiver.port });
    return { WEBHOOK_EGRESS_PROXY: proxy.url, WEBHOOK_ALLOWED_HOSTS: [] };
  });
  afterAll(() => proxy.stop());

  it('handles every delivery and resolves its name; deliveries that it refuses fail', async () => {
    await stack.startWorker();
    const through = await stack.webhook({ url: 'http://partner.example/hook', receiver });
    const filtered = await stack.webhook({ url: 'http://inside.example/hook', receiver });
    const refused = await stack.webhook({ url: 'http://10.1.2.3/hook', receiver });
    for (const { portalId } of [through, filtered, refused]) await stack.fire(portalId, 1, { portalId });
    const received = await receiver.count(1);
    expect(received.map(({ event }) => event.portal_id)).toEqual([through.portalId]);
    const attempt = async (id: number) => {
      const [first] = await stack.eventually(
        () => stack.attempts(id),
        (attempts) => attempts.length === 1,
      );
      return first;
    };
    expect(await attempt(through.id)).toMatchObject({ status: 200, error: null });
    const blocked = await attempt(filtered.id);
    expect([blocked!['status'], blocked!['error']]).not.toEqual([200, null]);
    // the URL itself is checked before the proxy is used
    expect(await attempt(refused.id)).toMatchObject({ status: null, error: 'address_refused' });
    expect(proxy.targets.some((requestedUrl) => requestedUrl.includes('partner.example'))).toBe(true);
    expect(proxy.targets.some((requestedUrl) => requestedUrl.includes('10.1.2.3'))).toBe(false);
  });
});
