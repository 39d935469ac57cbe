import { Webhook } from 'standardwebhooks';
import { DemoReceiver } from './receiver.js';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const body = JSON.stringify({ id: 'evt_1', type: 'user.create', sequence: 1, data: { id: 5 } });

const now = new Date();
const headers = {
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
  'webhook-signature': new Webhook(secret).sign('evt_1', now, body),
};

describe('Receiver', () => {
  it('answers 204 to a good delivery and passes it on; 401 to any other, and reports it', async () => {
    const receiver = new DemoReceiver();
    const url = await receiver.start();
    try {
      receiver.expectSecret(secret);
      const waiting = receiver.waitFor(['user.create'], 5_000);
      expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(204);
      expect(await waiting).toEqual([JSON.parse(body)]);
      expect((await fetch(url, { method: 'POST', body })).status).toBe(401);
      await expect(receiver.waitFor(['user.update'], 5_000)).rejects.toThrow(/was refused by the receiver/);
    } finally {
      await receiver.stop();
    }
  });

  it('names the events that have not arrived in time', async () => {
    const receiver = new DemoReceiver();
    await receiver.start();
    await expect(receiver.waitFor(['lo.create'], 0)).rejects.toThrow('no lo.create within 0 s');
    await receiver.stop();
  });
});
