import { sha256 } from '@app/kernel';

/**
 * A typed e-mail address as a key: whatever Postgres' `lower()` takes for one person's address is one key here too, or
 * spelling it otherwise would give a new budget. That a few other addresses share a key does no harm. Letter by letter,
 * because the whole text's lower case depends on its neighbours (Σ).
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
