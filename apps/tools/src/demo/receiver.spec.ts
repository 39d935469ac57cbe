import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { DemoReceiver, signatureProblem } from './receiver.js';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const body = JSON.stringify({ id: 'evt_1', type: 'user.create', sequence: 1, data: { id: 5 } });

function signed(text: string, key = secret, signedAt = new Date()): Record<string, string> {
  const time = String(Math.floor(signedAt.getTime() / 1000));
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': time,
    'webhook-signature': new Webhook(key).sign('evt_1', signedAt, text),
    'x-webhook-signature': `t=${time},v1=${createHmac('sha256', key).update(`${time}.${text}`).digest('hex')}`,
  };
}

describe('signatureProblem', () => {
  it('finds a changed body, another key, an old time and a missing header', () => {
    expect(signatureProblem(signed(body), `${body} `, secret)).toMatch(/does not fit/);
    expect(
      signatureProblem(signed(body, `whsec_${Buffer.alloc(32, 8).toString('base64')}`), body, secret),
    ).toMatch(/does not fit/);
    expect(signatureProblem(signed(body, secret, new Date(Date.now() - 120_000)), body, secret)).toMatch(
      /too far/,
    );
    expect(signatureProblem({}, body, secret)).toMatch(/too far/);
    const { 'x-webhook-signature': _plain, ...rest } = signed(body);
    expect(signatureProblem(rest, body, secret)).toMatch(/X-Webhook-Signature/);
  });
});

describe('Receiver', () => {
  it('answers 204 to a good delivery and passes it on; 401 to any other, and reports it', async () => {
    const receiver = new DemoReceiver();
    const url = await receiver.start();
    try {
      receiver.expectSecret(secret);
      const waiting = receiver.waitFor(['user.create'], 5_000);
      expect((await fetch(url, { method: 'POST', headers: signed(body), body })).status).toBe(204);
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
