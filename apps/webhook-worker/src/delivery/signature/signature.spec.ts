import { execFileSync } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { signatureHeaders, SigningSecrets } from './signature.js';

const eventId = 'evt_01';
const body = JSON.stringify({ id: eventId, type: 'user.create', data: { name: 'Zoë – “日本”' } });
const generated = `whsec_${randomBytes(32).toString('base64')}`;
const other = `whsec_${randomBytes(32).toString('base64')}`;
const plain = 'a plain secret, 30 characters!';

const bytes = Buffer.from(body);
const sign = (secrets: SigningSecrets | undefined, names?: string[]) =>
  signatureHeaders({ eventId, body: bytes, secrets }, new Date(), names);
const verifier = (secret: string) =>
  /^whsec_/.test(secret) ? new Webhook(secret) : new Webhook(secret, { format: 'raw' });

/** Verifies as partners' existing receivers do: with the first `t`, the first `v1`, and the secret's own bytes. */
function receives(header: string, secret: string, text = body): boolean {
  const timestamp = /(?:^|,)t=(\d+)/.exec(header)?.[1];
  const first = /(?:^|,)v1=([0-9a-f]{64})/.exec(header)?.[1];
  return createHmac('sha256', secret).update(`${timestamp}.${text}`).digest('hex') === first;
}

describe('signatures', () => {
  for (const [kind, secret] of [
    ['generated', generated],
    ['chosen', plain],
  ] as const) {
    it(`are accepted by the standardwebhooks library: ${kind} secret`, () => {
      expect(verifier(secret).verify(body, sign({ current: secret }))).toEqual(JSON.parse(body));
      expect(() => verifier(secret).verify(`${body} `, sign({ current: secret }))).toThrow();
    });

    it(`in the t=,v1= form use the raw bytes of the secret: ${kind} secret`, () => {
      const header = sign({ current: secret })['X-Webhook-Signature']!;
      expect(header).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/);
      expect(receives(header, secret)).toBe(true);
      expect(receives(header, secret, `${body} `)).toBe(false);
    });
  }

  it('agree with an independent implementation (openssl)', () => {
    const headers = sign({ current: generated });
    const content = `${eventId}.${headers['webhook-timestamp']}.${body}`;
    const key = Buffer.from(generated.slice('whsec_'.length), 'base64').toString('hex');
    const digest = execFileSync(
      'openssl',
      ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${key}`, '-binary'],
      { input: content },
    );
    expect(headers['webhook-signature']).toBe(`v1,${digest.toString('base64')}`);
  });

  it('treat whsec_ without valid base64 as its own bytes', () => {
    const odd = 'whsec_not*base64';
    const headers = sign({ current: odd });
    const content = `${eventId}.${headers['webhook-timestamp']}.${body}`;
    expect(headers['webhook-signature']).toBe(
      `v1,${createHmac('sha256', odd).update(content).digest('base64')}`,
    );
  });

  it('carry both secrets during a rotation: new first for Standard Webhooks, old first in t=,v1=', () => {
    const headers = sign({ current: generated, previous: other });
    expect(() => verifier(generated).verify(body, headers)).not.toThrow();
    expect(() => verifier(other).verify(body, headers)).not.toThrow();
    const [first] = headers['webhook-signature']!.split(' ');
    expect(() => verifier(generated).verify(body, { ...headers, 'webhook-signature': first! })).not.toThrow();
    expect(receives(headers['X-Webhook-Signature']!, other)).toBe(true);
    expect(headers['X-Webhook-Signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
  });

  it('are omitted without a secret, the identity stays', () => {
    expect(Object.keys(sign(undefined))).toEqual(['webhook-id', 'webhook-timestamp']);
  });

  it('use the configured header names', () => {
    const headers = sign({ current: plain }, ['X-One', 'X-Two']);
    expect(headers['X-One']).toBe(headers['X-Two']);
    expect(headers).not.toHaveProperty('X-Webhook-Signature');
  });
});
