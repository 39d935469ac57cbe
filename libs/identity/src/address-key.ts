import { sha256 } from '@app/kernel';
import { toAsciiAddress } from './ascii-address.js';

/**
 * A normalised key for a typed e-mail address. All spellings that Postgres's `lower()` treats as one address have one
 * key here too, because otherwise another spelling would get a new budget. It does no harm if a few different addresses
 * share a key. Works character by character, because in a whole string the lower case of a letter can depend on its
 * neighbours (Σ). Source: decision oauth 6.3.
 */
export function addressKey(text: string): string {
  const plain = toAsciiAddress(text.trim());
  if (isAscii.test(plain)) return plain.toLowerCase();
  return Array.from(plain, (letter) => letter.toLowerCase().toUpperCase().toLowerCase())
    .join('')
    .replaceAll('\u0307', ''); // Postgres turns İ into a plain i
}

const isAscii = /^[\x00-\x7f]*$/;

/** A short text derived from the key, for counters, which must not store addresses. */
export const addressDigest = (text: string): string =>
  sha256(addressKey(text)).toString('base64url').slice(0, 22);
