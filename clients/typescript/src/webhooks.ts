import { createHmac, timingSafeEqual } from 'node:crypto';
import type { components } from './generated/resource-api.js';

/** The body that is sent to a webhook; `type` tells which event it is. */
export type WebhookEvent = components['schemas']['WebhookEvent'];

/** A delivery is not from the service, or not from now: answer 401, and do nothing. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused';
}

export interface Delivery {
  /** Of the request, in any letter case. */
  headers: Record<string, string | string[] | undefined> | Headers;
  /** The body as it came, byte for byte: not parsed and written again. */
  body: string | Uint8Array;
}

export interface VerifyOptions {
  /** Seconds that the time of a signature may be off; 60 by default. */
  tolerance?: number;
  /** Milliseconds since 1970; the system's clock by default. */
  now?: () => number;
}

/**
 * The event of a delivery, once its signature was found good (Standard Webhooks). Remember `id`: a delivery may come
 * more than once.
 * @param secret of the webhook; several while one is being replaced
 * @throws WebhookRefused
 */
export function verifyWebhook(
  secret: string | readonly string[],
  { headers, body }: Delivery,
  { tolerance = 60, now = Date.now }: VerifyOptions = {},
): WebhookEvent {
  const id = findHeader(headers, 'webhook-id');
  const time = findHeader(headers, 'webhook-timestamp');
  if (!/^\d+$/.test(time) || Math.abs(now() / 1000 - Number(time)) > tolerance)
    throw new WebhookRefused('webhook-timestamp is too far from now.');
  const signatures = findHeader(headers, 'webhook-signature')
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => Buffer.from(one.slice(3), 'base64'));
  const isGood = [secret].flat().some((one) => {
    const expected = createHmac('sha256', toKey(one)).update(`${id}.${time}.`).update(body).digest();
    return signatures.some(
      (signature) => signature.length === expected.length && timingSafeEqual(signature, expected),
    );
  });
  if (!isGood) throw new WebhookRefused('webhook-signature does not fit the body.');
  return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as WebhookEvent;
}

/** The bytes behind `whsec_`; a secret of one's own is its own bytes. */
function toKey(secret: string): Buffer {
  if (secret === '') throw new TypeError('The secret of the webhook is empty.'); // any sender could sign with it
  const [, base64] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
  return base64 === undefined ? Buffer.from(secret) : Buffer.from(base64, 'base64');
}

function findHeader(headers: Delivery['headers'], name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}
