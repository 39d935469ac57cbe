const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Delays after the first attempt, the second, and so on: ten attempts in all (contract 5.9). */
const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
];
const JITTER = 0.2;

/** Delays after the first failed probe of a parked webhook, the second, and so on; the last one repeats. */
const PROBE_DELAYS_MS = [30 * SECOND_MS, MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 10 * MINUTE_MS];

const MAX_RETRY_AFTER_MS = 24 * HOUR_MS;

/**
 * Milliseconds until the next attempt; undefined when there are no more.
 * @param tries failed attempts so far, at least 1
 * @param random 0 to 1, spreads retries by 20 % to either side
 */
export function retryDelay(tries: number, random: number = Math.random()): number | undefined {
  const delay = RETRY_DELAYS_MS[tries - 1];
  return delay === undefined ? undefined : Math.round(delay * (1 - JITTER + 2 * JITTER * random));
}

/** Milliseconds until the next probe. @param probes failed probes since the webhook was parked */
export function probeDelay(probes: number): number {
  return PROBE_DELAYS_MS[Math.min(probes, PROBE_DELAYS_MS.length - 1)]!;
}

/**
 * Milliseconds for which the answer asks us to wait: between `least`, the schedule's own delay, and 24 hours.
 * Undefined when it does not ask. Source: RFC 9110 section 10.2.3, for 429 (RFC 6585) and 503.
 */
export function retryAfterDelay(
  answer: { status: number | null; retryAfter: string | null },
  least: number,
  now: Date,
): number | undefined {
  if (answer.status !== 429 && answer.status !== 503) return undefined;
  const requestedMs = parseRetryAfter(answer.retryAfter, now);
  return requestedMs === undefined ? undefined : Math.min(Math.max(requestedMs, least), MAX_RETRY_AFTER_MS);
}

function parseRetryAfter(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * SECOND_MS;
  const time = Date.parse(header);
  return Number.isNaN(time) ? undefined : Math.max(0, time - now.getTime());
}
