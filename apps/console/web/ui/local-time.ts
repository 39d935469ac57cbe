import { toDay, twoDigits } from './day.js';

/** The value of a datetime-local field for Unix seconds: local time to the minute. */
export function toLocalTime(seconds: number | undefined): string {
  if (seconds === undefined) return '';
  const time = new Date(seconds * 1_000);
  return `${toDay(seconds)}T${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`;
}

/** Unix seconds; undefined for a field that is empty or not yet complete. */
export function fromLocalTime(text: string): number | undefined {
  const seconds = Math.floor(new Date(text).getTime() / 1_000);
  return Number.isNaN(seconds) ? undefined : seconds;
}
