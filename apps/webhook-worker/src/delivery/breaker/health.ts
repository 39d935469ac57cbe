import { PARK_AFTER_FAILURES } from '@app/webhooks';
import { probeDelay } from './retry-schedule.js';

/** A webhook's recent health, stored in its mailbox. */
export interface Health {
  state: 'open' | 'parked';
  failuresInRow: number;
  failingSince: Date | null;
  /** Milliseconds since then in which attempts were actually made: time without attempts proves nothing. */
  failingForMs: number;
  lastSuccess: Date | null;
  lastTry: Date | null;
  probes: number;
  /** Step of the slow start. */
  ramp: number;
}

const HOUR_MS = 3_600_000;
const DISABLE_AFTER = { failingMs: 120 * HOUR_MS, failures: 10, triedForMs: 24 * HOUR_MS };
/** The longest gap between two attempts that still counts as trying (decision webhooks 14); a probe comes each 10 min. */
const MAX_GAP_MS = HOUR_MS;

/** In flight after 0, 1, 2 ... successes of the slow start; then the webhook's own limit. */
const RAMP = [1, 2, 5, 10];
export const FULL_RAMP = RAMP.length - 1;

/** How many deliveries may be in flight at once. @param limit the webhook's own */
export function inFlightLimit(health: Pick<Health, 'ramp'>, limit: number): number {
  return health.ramp >= FULL_RAMP ? limit : Math.min(limit, RAMP[health.ramp] ?? RAMP[0]!);
}

/** A 2xx: reopens a parked webhook, with a slow start. */
export function afterSuccess(health: Health, now: Date): Health {
  return {
    ...health,
    state: 'open',
    failuresInRow: 0,
    failingSince: null,
    failingForMs: 0,
    lastSuccess: now,
    lastTry: now,
    probes: 0,
    ramp: health.state === 'parked' ? 0 : Math.min(health.ramp + 1, FULL_RAMP),
  };
}

/**
 * The state after a failed attempt. The fifth failure in a row parks the webhook (contract 5.10).
 * @param options.probe false for attempts that were in flight when the webhook was parked
 */
export function afterFailure(health: Health, now: Date, { probe }: { probe: boolean }): Health {
  const failuresInRow = health.failuresInRow + 1;
  const sinceLast = health.failingSince && health.lastTry ? now.getTime() - health.lastTry.getTime() : 0;
  return {
    ...health,
    state: health.state === 'parked' || failuresInRow >= PARK_AFTER_FAILURES ? 'parked' : 'open',
    failuresInRow,
    failingSince: health.failingSince ?? now,
    failingForMs: health.failingForMs + Math.min(Math.max(sinceLast, 0), MAX_GAP_MS),
    lastTry: now,
    probes: probe ? health.probes + 1 : health.probes,
    ramp: 0,
  };
}

/** Milliseconds from the last attempt of a parked webhook to its next probe. */
export const nextProbeDelay = (health: Health): number => probeDelay(health.probes);

/**
 * Whether the webhook must be disabled now (contract 5.14).
 * @param status of the attempt that has just failed
 */
export function mustDisable(health: Health, status: number | null, now: Date): boolean {
  if (status === 410) return true;
  return (
    health.failingSince !== null &&
    now.getTime() - health.failingSince.getTime() >= DISABLE_AFTER.failingMs &&
    health.failuresInRow >= DISABLE_AFTER.failures &&
    health.failingForMs >= DISABLE_AFTER.triedForMs
  );
}
