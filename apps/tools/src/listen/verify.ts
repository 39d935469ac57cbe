import { parseSigningKey } from '@app/webhooks';
import type { IncomingHttpHeaders } from 'node:http';
import { createHmac, timingSafeEqual } from 'node:crypto';

const TOLERANCE_SECONDS = 60;

/**
 * Whether a delivery is authentic: its `webhook-signature` (Standard Webhooks) was made with this secret over
 * this body, within the last minute.
 */
export function isAuthentic(
  headers: IncomingHttpHeaders,
  body: string,
  secret: string,
  now = new Date(),
): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return false;
  if (!(Math.abs(now.getTime() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS)) return false;
  const expected = createHmac('sha256', parseSigningKey(secret))
    .update(`${id}.${timestamp}.${body}`)
    .digest();
  return signatures.split(' ').some((signature) => {
    const givenSignature = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
    return givenSignature.length === expected.length && timingSafeEqual(givenSignature, expected);
  });
}
