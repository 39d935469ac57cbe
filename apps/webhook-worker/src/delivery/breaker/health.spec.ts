import { afterFailure, afterSuccess, FULL_RAMP, Health, inFlightLimit, mustDisable } from './health.js';

const start = new Date('2026-01-31T00:00:00Z');
const minutes = (n: number) => new Date(start.getTime() + n * 60_000);
const well: Health = {
  state: 'open',
  failuresInRow: 0,
  failingSince: null,
  failingForMs: 0,
  lastSuccess: null,
  lastTry: null,
  probes: 0,
  ramp: FULL_RAMP,
};
const failing = (times: number, everyMinutes: number, health = well) =>
  Array.from({ length: times }).reduce<Health>(
    (health, _, i) => afterFailure(health, minutes(i * everyMinutes), { probe: false }),
    health,
  );

describe('the breaker', () => {
  it('parks after five failures in a row, not after four', () => {
    expect(failing(4, 1).state).toBe('open');
    expect(failing(5, 1)).toMatchObject({
      state: 'parked',
      failuresInRow: 5,
      failingSince: start,
      probes: 0,
    });
  });

  it('starts counting again after a success', () => {
    expect(afterFailure(afterSuccess(failing(4, 1), minutes(5)), minutes(6), { probe: false })).toMatchObject(
      {
        state: 'open',
        failuresInRow: 1,
        failingSince: minutes(6),
        lastSuccess: minutes(5),
      },
    );
  });

  it('counts failed probes, but not attempts in flight when it was parked', () => {
    const parked = failing(10, 0);
    expect(parked).toMatchObject({ state: 'parked', probes: 0 });
    expect(afterFailure(parked, minutes(1), { probe: true }).probes).toBe(1);
  });

  it('reopens with a success, with 1, 2, 5, 10 in flight', () => {
    const limits: number[] = [];
    let health = failing(5, 1);
    for (let i = 0; i < 5; i += 1) {
      health = afterSuccess(health, minutes(10));
      limits.push(inFlightLimit(health, 10));
    }
    expect(health.state).toBe('open');
    expect(limits).toEqual([1, 2, 5, 10, 10]);
  });

  it('allows one in flight after a failure, and never more than the webhook’s limit', () => {
    expect(inFlightLimit(failing(1, 1), 10)).toBe(1);
    expect(inFlightLimit(well, 3)).toBe(3);
    expect(inFlightLimit(well, 40)).toBe(40);
  });

  it('disables after 120 h of failing', () => {
    const perHour = 6;
    expect(mustDisable(failing(119 * perHour, 10), 500, minutes(119 * 60))).toBe(false);
    const long = failing(120 * perHour + 1, 10);
    expect(mustDisable(long, 500, minutes(120 * 60))).toBe(true);
  });

  it('does not disable if hardly any attempts were made in that time', () => {
    const once = failing(1, 0);
    const afterOutage = failing(10, 0, { ...once, lastTry: start });
    const late = afterFailure(afterOutage, minutes(121 * 60), { probe: true });
    expect(late.failuresInRow).toBeGreaterThanOrEqual(10);
    expect(mustDisable(late, 500, minutes(121 * 60))).toBe(false);
  });

  it('disables immediately on 410', () => {
    expect(mustDisable(failing(1, 0), 410, start)).toBe(true);
  });
});
