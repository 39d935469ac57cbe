import { useDelivery } from '../test/delivery-harness.js';

describe('the way of an event', () => {
  const stack = useDelivery();
  beforeAll(async () => {
    await stack.startWorker();
  });

  it('delivers an event to the subscribed webhook of its portal', async () => {
    const { id, portalId, receiver } = await stack.webhook();
    await stack.fire(portalId, 7, { id: 7, name: 'Zoë' });
    const [first] = await receiver.count(1);
    expect(first!.event).toEqual({
      id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
      type: 'user.update',
      fired_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/),
      portal_id: portalId,
      sequence: 1,
      data: { id: 7, name: 'Zoë' },
    });
    await stack.eventually(
      () => stack.deliveries(id),
      ([delivery]) => delivery?.['state'] === 1,
    );
  });
});
