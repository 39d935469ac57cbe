import { z } from 'zod';
import { inAnyCase } from './listed.js';
import { Text, UnixSeconds } from './values.js';

const HOUR_SECONDS = 3_600;
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

/** The local date at a time in Unix seconds; undefined while local hours do not begin with hours of UTC. */
type LocalDate = (seconds: number) => string | undefined;

/** Cached by name; there are about 600, and creating one takes half a millisecond. */
const zones = new Map<string, LocalDate>();

function readZone(timeZone: string): LocalDate | undefined {
  const known = zones.get(timeZone);
  if (known) return known;
  // Intl also reads offsets such as +02:00
  if (!/^[A-Za-z]/.test(timeZone)) return undefined;
  try {
    // Swedish dates are those of ISO 8601
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
    const localDate: LocalDate = (seconds) => /^(.+) \d\d:00$/.exec(format.format(seconds * 1_000))?.[1];
    if (zones.size < MAX_ZONES) zones.set(timeZone, localDate);
    return localDate;
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
      'Where days begin: a name of the IANA database such as `Europe/Berlin`, whole hours from UTC.',
    ),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'must not be before from' })
  .refine(({ from, to, interval }) => to - from <= MAX_DAYS[interval] * DAY_SECONDS, {
    path: ['to'],
    message: `must be at most ${MAX_DAYS.hour} days after from by the hour, ${MAX_DAYS.day} by the day`,
  });

/** The buckets of a query. Adds an issue to `context` if the zone is not whole hours from UTC in this time. */
export function readSeries(
  { from, to, interval, time_zone }: z.output<typeof SeriesParameters>,
  context: z.RefinementCtx,
): Series {
  const localDate = readZone(time_zone);
  const series = localDate && (interval === 'hour' ? hours : days)(from, to, localDate);
  if (series) return series;
  context.issues.push({
    code: 'invalid_value',
    values: [],
    input: time_zone,
    path: ['time_zone'],
    message: 'must be a zone that is whole hours from UTC in this time',
  });
  return z.NEVER;
}

export const SeriesQuery = SeriesParameters.transform(readSeries);

function hours(from: number, to: number, localDate: LocalDate): Series | undefined {
  const starts: number[] = [];
  let start = startOfHour(from);
  for (; start <= to; start += HOUR_SECONDS) {
    if (localDate(start) === undefined) return undefined;
    starts.push(start);
  }
  return toSeries(starts, start);
}

/** Handles days of 23 and 25 hours, where clocks change, and other changes of a country's time. */
function days(from: number, to: number, localDate: LocalDate): Series | undefined {
  const starts: number[] = [];
  let start = startOfHour(from);
  let date = localDate(start);
  while (localDate(start - HOUR_SECONDS) === date && date !== undefined) start -= HOUR_SECONDS;
  while (date !== undefined && start <= to) {
    starts.push(start);
    let next = start + MIN_DAY_SECONDS;
    while (localDate(next) === date) next += HOUR_SECONDS;
    [start, date] = [next, localDate(next)];
  }
  return date === undefined ? undefined : toSeries(starts, start);
}

const startOfHour = (seconds: number): number => Math.floor(seconds / HOUR_SECONDS) * HOUR_SECONDS;

const toSeries = (starts: readonly number[], end: number): Series => ({
  starts: starts.map((start) => new Date(start * 1_000)),
  end: new Date(end * 1_000),
});
