import { sql } from '@app/database';
import { Webhook } from 'standardwebhooks';
import { useDeliveryWorker } from '../../../test/delivery-harness.js';
import { answering } from '../../../test/receiver.js';

const stack = useDeliveryWorker();

describe('test deliveries', () => {
  it('are sent once, signed, without a sequence, and never count for parking', async () => {
    const { id, portalId, receiver, secret } = await stack.webhook({
      behave: answering(307, { location: 'https://www.partner.example/hook' }),
    });
    for (let i = 0; i < 6; i += 1) {
      await stack.db.many(sql`
        insert into learning.webhook_test_deliveries (webhook_id, after_seq, data)
        values (${id}, 0, '{"n":1}')`);
    }
    const received = await receiver.count(6);
    const [{ body, headers, event }] = received as [(typeof received)[0]];
    expect(event).toMatchObject({ type: 'webhook.test', portal_id: portalId, data: { n: 1 } });
    expect(event).not.toHaveProperty('sequence');
    expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow();
    const tests = await stack.eventually(
      () =>
        stack.db.many(sql`
          select state, attempts from learning.webhook_test_deliveries where webhook_id = ${id}`),
      (all) => all.every(({ state }) => state === 2),
    );
    expect(tests).toEqual(Array(6).fill({ state: 2, attempts: 1 }));
    expect(await stack.attempts(id)).toMatchObject(Array(6).fill({ error_reason: 'www.partner.example' }));
    expect(await stack.mailbox(id)).toMatchObject({ state: 0, failures_in_row: 0, last_seq: 0 });
  });
});
