import { parseSigningKey } from '@app/webhooks';
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** The secrets a delivery is signed with; `previous` only while a rotation overlaps. */
export interface SigningSecrets {
  current: string;
  previous?: string | undefined;
}

export interface SignedEvent {
  eventId: string;
  body: Uint8Array;
  secrets: SigningSecrets | undefined;
}

export const DEFAULT_SIGNATURE_HEADERS = ['X-Webhook-Signature'];

/**
 * The headers that identify and sign one attempt (contract 5.6). A webhook without a secret gets no signature.
 * @param now when the request is written; receivers tolerate 60 seconds
 * @param headerNames names of the headers in the `t=,v1=` format
 */
export function signatureHeaders(
  event: SignedEvent,
  now: Date,
  headerNames: readonly string[] = DEFAULT_SIGNATURE_HEADERS,
): Record<string, string> {
  const { eventId, body, secrets } = event;
  const timestamp = Math.floor(now.getTime() / 1000);
  const identity = { 'webhook-id': eventId, 'webhook-timestamp': String(timestamp) };
  if (!secrets) return identity;
  const timestamped = timestampedSignature(timestamp, body, secrets);
  return {
    ...identity,
    'webhook-signature': standardSignature(eventId, timestamp, body, secrets),
    ...Object.fromEntries(headerNames.map((name) => [name, timestamped])),
  };
}

interface SigningKeys {
  standard: KeyObject[];
  timestamped: KeyObject[];
}

/** Created once per pair of secrets: creating a key costs more than signing with it. */
const keys = new WeakMap<SigningSecrets, SigningKeys>();

function getKeys(secrets: SigningSecrets): SigningKeys {
  const cachedKeys = keys.get(secrets);
  if (cachedKeys) return cachedKeys;
  const newestFirst = [secrets.current, secrets.previous].filter((secret) => secret !== undefined);
  const newKeys = {
    standard: newestFirst.map((secret) => createSecretKey(parseSigningKey(secret))),
    timestamped: newestFirst.toReversed().map((secret) => createSecretKey(Buffer.from(secret))),
  };
  keys.set(secrets, newKeys);
  return newKeys;
}

/** Standard Webhooks: every valid secret signs, the new one first (contract 5.7). */
function standardSignature(id: string, timestamp: number, body: Uint8Array, secrets: SigningSecrets): string {
  return getKeys(secrets)
    .standard.map((key) => `v1,${hmac(key, `${id}.${timestamp}.`, body, 'base64')}`)
    .join(' ');
}

/** `t=<unix>,v1=<hex>`: existing receivers read only the first v1, so the old secret comes first. */
function timestampedSignature(timestamp: number, body: Uint8Array, secrets: SigningSecrets): string {
  const signatures = getKeys(secrets).timestamped.map(
    (key) => `v1=${hmac(key, `${timestamp}.`, body, 'hex')}`,
  );
  return [`t=${timestamp}`, ...signatures].join(',');
}

function hmac(key: KeyObject, head: string, body: Uint8Array, encoding: 'hex' | 'base64'): string {
  return createHmac('sha256', key).update(head).update(body).digest(encoding);
}
