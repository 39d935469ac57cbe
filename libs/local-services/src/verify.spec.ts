import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { isAuthentic } from './verify.js';

describe('listen', () => {
  const body = '{"type":"user.create"}';
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const now = new Date();
  const headers = (signingWebhook: Webhook, signedAt = now) => ({
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(signedAt.getTime() / 1000)),
    'webhook-signature': signingWebhook.sign('evt_1', signedAt, body),
  });

  it('verifies signatures of the standardwebhooks library, with both kinds of secret', () => {
    expect(isAuthentic(headers(new Webhook(secret)), body, secret)).toBe(true);
    const plain = new Webhook('my own secret', { format: 'raw' });
    expect(isAuthentic(headers(plain), body, 'my own secret')).toBe(true);
    expect(isAuthentic(headers(new Webhook(secret)), body, 'my own secret')).toBe(false);
    expect(isAuthentic(headers(new Webhook(secret)), `${body} `, secret)).toBe(false);
    expect(isAuthentic(headers(new Webhook(secret), new Date(now.getTime() - 120_000)), body, secret)).toBe(
      false,
    );
    expect(isAuthentic({}, body, secret)).toBe(false);
  });
});
