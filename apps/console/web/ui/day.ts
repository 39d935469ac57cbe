import { dateFormat } from '../texts/intl-formats.js';

const DAY_SECONDS = 86_400;
export const twoDigits = (part: number): string => String(part).padStart(2, '0');

/** The value of a date field: the day of a time in the browser's zone. */
export function toDay(moment: string | number | null | undefined): string {
  if (moment === null || moment === undefined) return '';
  const time = new Date(typeof moment === 'number' ? moment * 1_000 : moment);
  return [time.getFullYear(), twoDigits(time.getMonth() + 1), twoDigits(time.getDate())].join('-');
}

/** Unix seconds of the beginning of a day; undefined for a field that is empty or not yet complete. */
export function startDay(day: string): number | undefined {
  const seconds = Math.floor(new Date(`${day}T00:00`).getTime() / 1_000);
  return Number.isNaN(seconds) ? undefined : seconds;
}

/** Unix seconds of the last second of a day. */
export function endDay(day: string): number | undefined {
  const start = startDay(day);
  if (start === undefined) return undefined;
  // noon plus a day is within the next day, even if clocks change
  const next = startDay(toDay(start + DAY_SECONDS / 2 + DAY_SECONDS));
  return next === undefined ? undefined : next - 1;
}

/** `31 Jan 2026` */
export const formatDay = (moment: string, locale: string): string =>
  dateFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(moment));
