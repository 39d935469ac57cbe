import { sql } from '@app/database';
import { Webhook } from 'standardwebhooks';
import { createHmac } from 'node:crypto';
import { useDeliveryWorker } from '../../../test/delivery-harness.js';

const stack = useDeliveryWorker();

describe('a secret rotation', () => {
  it('signs with the old, both, and the new secret: before, during and after', async () => {
    const { id, portalId, receiver, secret: old } = await stack.webhook();
    const fresh = 'a plain secret of the partner';
    await stack.fire(portalId, 1);
    const [before] = await receiver.count(1);
    await stack.rotate(id, fresh);
    await stack.fire(portalId, 2);
    const during = (await receiver.count(2))[1]!;
    await stack.db.many(sql`update learning.webhooks set previous_secret_until = now() where id = ${id}`);
    await stack.fire(portalId, 3);
    const after = (await receiver.count(3))[2]!;

    const accepts = (secret: string, { body, headers }: typeof during) => {
      const webhook = secret.startsWith('whsec_')
        ? new Webhook(secret)
        : new Webhook(secret, { format: 'raw' });
      try {
        webhook.verify(body, headers as Record<string, string>);
        return true;
      } catch {
        return false;
      }
    };
    expect([before!, during, after].map((each) => [accepts(old, each), accepts(fresh, each)])).toEqual([
      [true, false],
      [true, true],
      [false, true],
    ]);
    const [t, first, second] = String(during.headers['x-webhook-signature']).split(',');
    const digest = (secret: string) =>
      `v1=${createHmac('sha256', secret)
        .update(`${t!.slice(2)}.${during.body}`)
        .digest('hex')}`;
    expect([first, second]).toEqual([digest(old), digest(fresh)]);
  });
});
