import { dateFormat, numberFormat, relativeFormat } from '../texts/intl-formats.js';

const SECOND_MS = 1_000;
const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Day, month and time to the second, with the short name of the zone if requested. */
export function formatTime(value: string, locale: string, withZone: boolean, timeZone?: string): string {
  return dateFormat(locale, {
    day: 'numeric',
    month: 'short',
    ...(withZone && { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    ...(withZone && { timeZoneName: 'short' }),
    ...(timeZone && { timeZone }),
  }).format(new Date(value));
}

/** `3 minutes ago`, `in 2 hours`. */
export function formatRelative(value: string, locale: string, now = Date.now()): string {
  const seconds = Math.round((new Date(value).getTime() - now) / SECOND_MS);
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return relativeFormat(locale).format(Math.trunc(seconds / size), unit);
}

/** `41 ms`, `1.2 s`. */
export function formatDuration(ms: number, locale: string): string {
  const isShort = ms < SECOND_MS;
  return numberFormat(locale, {
    style: 'unit',
    unit: isShort ? 'millisecond' : 'second',
    unitDisplay: 'narrow',
    maximumFractionDigits: isShort ? 0 : 1,
  }).format(isShort ? ms : ms / SECOND_MS);
}

/** `CET`, `UTC`. */
export const zoneName = (locale: string): string =>
  dateFormat(locale, { timeZoneName: 'short' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC';
