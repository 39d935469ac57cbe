import { z } from 'zod';
import { inAnyCase } from './listed.js';
import { Text, UnixSeconds } from './values.js';

const HOUR_SECONDS = 3_600;
/** The resolution of the stored counts, because some zones are half hours from UTC. */
export const COUNTED_SECONDS = HOUR_SECONDS / 2;
const DAY_SECONDS = 24 * HOUR_SECONDS;
/** Larger than the number of names, which may be in any letter case. */
const MAX_ZONES = 2_000;
const MAX_DAYS = { hour: 31, day: 400 } as const;
/** No day is shorter, however a country changes its clocks. */
const MIN_DAY_SECONDS = 20 * HOUR_SECONDS;

/** Consecutive buckets of time: hours, or days of a time zone. */
export interface Series {
  starts: Date[];
  end: Date;
}

/**
 * The local date at a time in Unix seconds, and whether a local hour begins then. Undefined while the zone is not whole or
 * half hours from UTC.
 */
type LocalTime = (seconds: number) => { date: string; isFullHour: boolean } | undefined;

/** Cached by name; there are about 600, and creating one takes half a millisecond. */
const zones = new Map<string, LocalTime>();

function readZone(timeZone: string): LocalTime | undefined {
  const known = zones.get(timeZone);
  if (known) return known;
  // Intl also reads offsets such as +02:00
  if (!/^[A-Za-z]/.test(timeZone)) return undefined;
  try {
    // Swedish dates are those of ISO 8601
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
    const localTime: LocalTime = (seconds) => {
      const [, date, minute] = /^(.+) \d\d:(00|30)$/.exec(format.format(seconds * 1_000)) ?? [];
      return date === undefined ? undefined : { date, isFullHour: minute === '00' };
    };
    if (zones.size < MAX_ZONES) zones.set(timeZone, localTime);
    return localTime;
  } catch {
    return undefined;
  }
}

const TimeZone = Text.max(64).check((context) => {
  if (readZone(context.value)) return;
  context.issues.push({
    code: 'invalid_value',
    values: [],
    input: context.value,
    message: 'must be a time zone of the IANA database such as "Europe/Berlin"',
  });
});

/**
 * The parameters of every list of numbers over time. `from` and `to` are both within its first and last bucket, at most
 * 31 days by the hour and 400 by the day. A query with further parameters extends this, and is parsed by {@link
 * readSeries}.
 */
export const SeriesParameters = z
  .object({
    from: UnixSeconds.describe('Unix seconds: a time in the first bucket.'),
    to: UnixSeconds.describe(
      'Unix seconds: a time in the last bucket, at most 31 days later by the hour, 400 by the day.',
    ),
    interval: inAnyCase(z.enum(['hour', 'day']))
      .default('hour')
      .describe('How long a bucket is.'),
    time_zone: TimeZone.default('UTC').describe(
      'Where days begin: a name of the IANA database such as `Asia/Kolkata`, whole or half hours from UTC.',
    ),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'must not be before from' })
  .refine(({ from, to, interval }) => to - from <= MAX_DAYS[interval] * DAY_SECONDS, {
    path: ['to'],
    message: `must be at most ${MAX_DAYS.hour} days after from by the hour, ${MAX_DAYS.day} by the day`,
  });

/** The buckets of a query. Adds an issue to `context` if the zone is not whole or half hours from UTC in this time. */
export function readSeries(
  { from, to, interval, time_zone }: z.output<typeof SeriesParameters>,
  context: z.RefinementCtx,
): Series {
  const localTime = readZone(time_zone);
  const series = localTime && (interval === 'hour' ? hours : days)(from, to, localTime);
  if (series) return series;
  context.issues.push({
    code: 'invalid_value',
    values: [],
    input: time_zone,
    path: ['time_zone'],
    message: 'must be a zone that is whole or half hours from UTC in this time',
  });
  return z.NEVER;
}

export const SeriesQuery = SeriesParameters.transform(readSeries);

function hours(from: number, to: number, localTime: LocalTime): Series | undefined {
  const starts: number[] = [];
  let start = startOfCount(from);
  if (!localTime(start)?.isFullHour) start -= COUNTED_SECONDS;
  for (; start <= to; start += HOUR_SECONDS) {
    if (localTime(start) === undefined) return undefined;
    starts.push(start);
  }
  return toSeries(starts, start);
}

/** Handles days of 23 and 25 hours, where clocks change, and other changes of a country's time. */
function days(from: number, to: number, localTime: LocalTime): Series | undefined {
  const dateAt = (seconds: number) => localTime(seconds)?.date;
  const starts: number[] = [];
  let start = startOfCount(from);
  let date = dateAt(start);
  while (dateAt(start - COUNTED_SECONDS) === date && date !== undefined) start -= COUNTED_SECONDS;
  while (date !== undefined && start <= to) {
    starts.push(start);
    let next = start + MIN_DAY_SECONDS;
    while (dateAt(next) === date) next += COUNTED_SECONDS;
    [start, date] = [next, dateAt(next)];
  }
  return date === undefined ? undefined : toSeries(starts, start);
}

const startOfCount = (seconds: number): number => Math.floor(seconds / COUNTED_SECONDS) * COUNTED_SECONDS;

const toSeries = (starts: readonly number[], end: number): Series => ({
  starts: starts.map((start) => new Date(start * 1_000)),
  end: new Date(end * 1_000),
});
