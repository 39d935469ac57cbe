import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { utcDay } from '../clock.js';
import { randomText } from './random-text.js';

/**
 * An opaque token `<kind>_<yyyymmdd>_<192 random bits, base64url>`. Its day is the partition key, so a lookup reads one
 * partition. Source: contract 3.20.
 */
export function opaqueToken(kind: string, time: Date): string {
  return `${kind}_${utcDay(time).replaceAll('-', '')}_${randomText(24)}`;
}

/**
 * The day (`YYYY-MM-DD`) inside an opaque token of this kind; undefined when it is not one. None was issued before the
 * year 2000, and Postgres has no year 0.
 */
export function parseDay(kind: string, token: string): string | undefined {
  const match = /^([a-z]+)_(2\d{3})(\d{2})(\d{2})_[A-Za-z0-9_-]{32}$/.exec(token);
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
