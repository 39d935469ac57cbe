import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { utcDay } from './clock.js';

/**
 * An opaque token `<kind>_<yyyymmdd>_<192 random bits, base64url>`. The day inside is the partition key, so a
 * look-up touches one partition. Source: wire contract section 3.
 */
export function opaqueToken(kind: string, time: Date): string {
  return `${kind}_${utcDay(time).replaceAll('-', '')}_${randomBytes(24).toString('base64url')}`;
}

/** The day (`YYYY-MM-DD`) inside an opaque token of this kind; undefined when it is not one. */
export function dayOf(kind: string, token: string): string | undefined {
  const match = /^([a-z]+)_(\d{4})(\d{2})(\d{2})_[A-Za-z0-9_-]{32}$/.exec(token);
  if (!match || match[1] !== kind) return undefined;
  const day = `${match[2]}-${match[3]}-${match[4]}`;
  const time = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(time.getTime()) || utcDay(time) !== day ? undefined : day;
}

/** Random lower-case hexadecimal digits. */
export const randomHex = (digits: number): string =>
  randomBytes(Math.ceil(digits / 2))
    .toString('hex')
    .slice(0, digits);

/** SHA-256 of a text: the stored form of secrets with at least 160 random bits. */
export const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer');

/** Compares in constant time. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Distinguishes sealing keys without revealing anything about them: 32 hexadecimal digits derived by HKDF (RFC 5869)
 * with a label used for nothing else.
 * @param key 32 bytes in base64
 */
export const secretsKeyFingerprint = (key: string): string =>
  Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64'), '', 'fingerprint of SECRETS_KEY', 16)).toString(
    'hex',
  );

/** Encrypts, with AES-256-GCM, values that must be readable again (signing keys, webhook secrets). */
export class Sealer {
  readonly #key: Buffer;

  /** @param key 32 bytes in base64. @throws RangeError if it has a different length */
  constructor(key: string) {
    this.#key = Buffer.from(key, 'base64');
    if (this.#key.length !== 32) throw new RangeError('the sealing key must be 32 bytes in base64');
  }

  /** @param context bound into the seal, so that a sealed value cannot be moved to another row. */
  seal(plain: string, context: string): Buffer {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv).setAAD(Buffer.from(context));
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), body]);
  }

  /** @throws Error when the value was altered, or sealed with another key or context. */
  open(sealed: Buffer, context: string): string {
    const decipher = createDecipheriv('aes-256-gcm', this.#key, sealed.subarray(0, 12))
      .setAAD(Buffer.from(context))
      .setAuthTag(sealed.subarray(12, 28));
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
  }
  /** {@link open}; undefined when the value was altered, or sealed with another key or context. */
  tryOpen(sealed: Buffer, context: string): string | undefined {
    try {
      return this.open(sealed, context);
    } catch {
      return undefined;
    }
  }
}
