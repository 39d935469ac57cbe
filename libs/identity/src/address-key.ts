import { sha256 } from '@app/kernel';

/**
 * A typed e-mail address as a key: whatever Postgres' `lower()` takes for one address has one key here too, because
 * otherwise another spelling would give a new budget. It does no harm that a few different addresses share a key.
 * Letter by letter, because in a whole text the lower case of a letter can depend on its neighbours (Σ).
 */
export function addressKey(text: string): string {
  const plain = text.trim();
  if (isAscii.test(plain)) return plain.toLowerCase();
  return Array.from(plain, (letter) => letter.toLowerCase().toUpperCase().toLowerCase())
    .join('')
    .replaceAll('\u0307', ''); // Postgres' İ is a plain i
}

const isAscii = /^[\x00-\x7f]*$/;

/** The same as a short text that is no address: for counters, which are to be kept about nobody. */
export const addressMark = (text: string): string =>
  sha256(addressKey(text)).toString('base64url').slice(0, 22);
